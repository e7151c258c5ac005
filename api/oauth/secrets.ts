/** Keys of the authorisation server, derived from SESSION_SECRET: the same in every process. */
import { createPrivateKey, hkdfSync } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { SecretList } from "../../platform/secrets/secret-list.ts";

/** What an Ed25519 key of 32 bytes is in PKCS #8 (RFC 8410 §7), before those bytes. */
const pkcs8Start = Buffer.from("302e020100300506032b657004220420", "hex");

/** Sign the cookies that tie a running authorisation to its browser: the first one, and all verify. */
export function cookieKeys(secrets: SecretList): string[] {
  return secrets.map((secret) => derive(secret, "oauth cookies").toString("base64url"));
}

/** The provider asks for keys of identity tokens, though none is ever issued. */
export function signingKeys(secrets: SecretList): JWK[] {
  return secrets.map(signingKey);
}

/** By it a refresh gives tokens that follow from the one that it uses up. */
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
