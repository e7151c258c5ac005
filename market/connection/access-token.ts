/** Tokens of the authorisation server: how they look, and what is kept of them. */
import { createHash } from "node:crypto";

/** Before the random part, so that a token that was left somewhere is recognised. */
export const tokenPrefixes = { AccessToken: "dm_oauth_", RefreshToken: "dm_refresh_" } as const;

/** Whether a bearer is an access token of our authorisation server. */
export function isAccessToken(token: string): boolean {
  return token.startsWith(tokenPrefixes.AccessToken);
}

/** What `oauth_records.id_hash` holds: SHA-256 of the whole id or token, hexadecimal. */
export function oauthIdHash(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}
