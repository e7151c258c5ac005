/** Signed tokens for downloading a folder as one zip file; never stored. */
import { createHmac } from "node:crypto";
import { isMadeByOneOf, type SecretList } from "../../../platform/secrets/secret-list.ts";

/** Identifies the folder, the name of the download, its deadline, and the buyer. */
type ArchiveGrant = {
  uploadId: string;
  name: string;
  expiresAtSeconds: number;
  /** The account; null for a free folder, and in tokens of earlier releases. */
  buyerId: string | null;
};

const label = "folder-archive/v1";

export function signArchive([secret]: SecretList, grant: ArchiveGrant): string {
  const { uploadId, name, expiresAtSeconds, buyerId } = grant;
  const text = JSON.stringify([uploadId, name, expiresAtSeconds, buyerId]);
  const payload = Buffer.from(text).toString("base64url");
  return `${payload}.${signatureOf(secret, payload)}`;
}

/** The token's content; null if it was not signed here. */
export function readArchiveToken(secrets: SecretList, token: string): ArchiveGrant | null {
  const [payload = "", signature = ""] = token.split(".");
  if (!isMadeByOneOf(secrets, signature, (secret) => signatureOf(secret, payload))) return null;
  const text = Buffer.from(payload, "base64url").toString("utf8");
  type Stated = [string, string, number, (string | null)?];
  const [uploadId, name, expiresAtSeconds, buyerId = null] = JSON.parse(text) as Stated;
  return { uploadId, name, expiresAtSeconds, buyerId };
}

function signatureOf(secret: string, payload: string): string {
  return createHmac("sha256", secret).update(`${label}/${payload}`).digest("base64url");
}
