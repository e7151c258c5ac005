/** The tokens by which a folder is downloaded as one zip file: signed, never stored. */
import { createHmac } from "node:crypto";
import { isMadeByOneOf, type SecretList } from "../../../platform/secrets/secret-list.ts";

/** Which folder, under which name it is saved, and until when a download may begin. */
type ArchiveGrant = { uploadId: string; name: string; expiresAtSeconds: number };

const label = "folder-archive/v1";

export function signArchive([secret]: SecretList, grant: ArchiveGrant): string {
  const { uploadId, name, expiresAtSeconds } = grant;
  const text = JSON.stringify([uploadId, name, expiresAtSeconds]);
  const payload = Buffer.from(text).toString("base64url");
  return `${payload}.${signatureOf(secret, payload)}`;
}

/** What the token permits; null for one that was not signed here. */
export function readArchiveToken(secrets: SecretList, token: string): ArchiveGrant | null {
  const [payload = "", signature = ""] = token.split(".");
  if (!isMadeByOneOf(secrets, signature, (secret) => signatureOf(secret, payload))) return null;
  const text = Buffer.from(payload, "base64url").toString("utf8");
  const [uploadId, name, expiresAtSeconds] = JSON.parse(text) as [string, string, number];
  return { uploadId, name, expiresAtSeconds };
}

function signatureOf(secret: string, payload: string): string {
  return createHmac("sha256", secret).update(`${label}/${payload}`).digest("base64url");
}
