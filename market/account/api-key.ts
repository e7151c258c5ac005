/** The secret of an API key: shown once, and stored only as a hash. */
import { createHash, randomBytes } from "node:crypto";

/** How many characters of a key its owner sees later. */
const PREFIX_CHARS = 12;

/** `dm_live_` or `dm_test_` and 32 random bytes in base64url; `prefix` is its first characters. */
export function newApiKeySecret(mode: "live" | "test"): {
  secret: string;
  prefix: string;
  secretHash: string;
} {
  const secret = `dm_${mode}_${randomBytes(32).toString("base64url")}`;
  return { secret, prefix: secret.slice(0, PREFIX_CHARS), secretHash: apiKeyHash(secret) };
}

/** The value of `api_keys.secret_hash`: SHA-256 of the whole key, hexadecimal. */
export function apiKeyHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
