/** The keys of a buyer's bucket, encrypted if the operator has a key. */
import { z } from "zod";
import { openStored, sealStored } from "../../platform/secrets/stored-secret.ts";
import type { Context } from "../context.ts";

type Deployment = { config: Pick<Context["config"], "STORED_SECRETS_KEYS"> };

const shape = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });
export type BucketKeys = z.infer<typeof shape>;

const placeOf = (rowId: string) => ({ column: "delivery_targets.credentials", rowId }) as const;

export function storedKeys({ config }: Deployment, targetId: string, keys: BucketKeys): string {
  return sealStored(config.STORED_SECRETS_KEYS, placeOf(targetId), JSON.stringify(keys));
}

/** Null: no key of this deployment decrypts them. */
export function readKeys(
  { config }: Deployment,
  { id, credentials }: { id: string; credentials: string },
): BucketKeys | null {
  const opened = openStored(config.STORED_SECRETS_KEYS, placeOf(id), credentials);
  return opened.kind === "opened" ? shape.parse(JSON.parse(opened.text)) : null;
}
