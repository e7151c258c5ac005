/** The address and the credentials of an import, encrypted if the operator has a key. */
import { openStored, sealStored } from "../../../platform/secrets/stored-secret.ts";
import type { Context } from "../../context.ts";
import { type ImportSource, importSource } from "./rules.ts";

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
