/** The format and the stored hash of the authorisation server's tokens. */
import { createHash } from "node:crypto";

/** Prefixes of the random part, so that a leaked token is recognised. */
export const tokenPrefixes = { AccessToken: "dm_oauth_", RefreshToken: "dm_refresh_" } as const;

/** Whether a bearer is an access token of our authorisation server. */
export function isAccessToken(token: string): boolean {
  return token.startsWith(tokenPrefixes.AccessToken);
}

/** The value of `oauth_records.id_hash`: SHA-256 of the whole id or token, hexadecimal. */
export function oauthIdHash(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}
