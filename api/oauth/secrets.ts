/**
 * The authorisation server's keys, derived from SESSION_SECRET so that every process has the same.
 */
import { createPrivateKey, hkdfSync } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { SecretList } from "../../platform/secrets/secret-list.ts";

/** The PKCS #8 prefix of a 32-byte Ed25519 key (RFC 8410 §7). */
const pkcs8Start = Buffer.from("302e020100300506032b657004220420", "hex");

/** Keys for the cookies that tie an authorisation to its browser. The first signs, all verify. */
export function cookieKeys(secrets: SecretList): string[] {
  return secrets.map((secret) => derive(secret, "oauth cookies").toString("base64url"));
}

/** The provider requires keys for identity tokens, although none is ever issued. */
export function signingKeys(secrets: SecretList): JWK[] {
  return secrets.map(signingKey);
}

/** The key from which a refresh derives its new tokens, given the token that it uses up. */
export function rotationKey([secret]: SecretList): Buffer {
  return derive(secret, "oauth rotation");
}

function signingKey(sessionSecret: string): JWK {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Start, derive(sessionSecret, "oauth signing")]),
    format: "der",
    type: "pkcs8",
  });
  return { ...key.export({ format: "jwk" }), kty: "OKP", use: "sig", alg: "EdDSA" };
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `dataset-market ${purpose} v1`, 32));
}
