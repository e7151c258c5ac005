/** The address and the credentials of an import, encrypted if the operator has a key. */
import { z } from "zod";
import { openStored, sealStored } from "../../../platform/secrets/stored-secret.ts";
import type { Context } from "../../context.ts";

/** Credentials of an S3 bucket, as stored encrypted. */
const s3Credentials = z.object({
  region: z.string(),
  endpoint: z.string().optional(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  sessionToken: z.string().optional(),
});

const importSource = z.object({ address: z.string(), s3: s3Credentials.optional() });
export type ImportSource = z.infer<typeof importSource>;

type Deployment = { config: Pick<Context["config"], "STORED_SECRETS_KEYS"> };

const placeOf = (rowId: string) => ({ column: "upload_imports.source", rowId }) as const;

export function storedSource({ config }: Deployment, importId: string, source: ImportSource) {
  return sealStored(config.STORED_SECRETS_KEYS, placeOf(importId), JSON.stringify(source));
}

/** Null: no key of this deployment decrypts it, or it was erased. */
export function readSource(
  { config }: Deployment,
  { id, source }: { id: string; source: string },
): ImportSource | null {
  if (source === "") return null;
  const opened = openStored(config.STORED_SECRETS_KEYS, placeOf(id), source);
  return opened.kind === "opened" ? importSource.parse(JSON.parse(opened.text)) : null;
}
