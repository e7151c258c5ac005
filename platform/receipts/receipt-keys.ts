/** The Ed25519 keys of receipts. The first one signs; all are published, so that old receipts stay verifiable. */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { CompactSign, importJWK } from "jose";
import { z } from "zod";

/** Most keys of the variable. Receipts outlive rotations, so that public keys collect. */
const KEYS_MAX = 32;
const KEY_BYTES = 32;

/** The media type of a signed receipt, so that it is never mistaken for a token (RFC 8725 §3.11). */
const RECEIPT_TYPE = "purchase-receipt+jws";

type PublishedKey = {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  use: "sig";
  alg: "EdDSA";
};

/** Names ending in `Key` are removed from logs (`platform/secrets/redact.ts`). */
export type ReceiptKeys = { privateKey: string; published: readonly PublishedKey[] };

const keyPart = z
  .base64url()
  .refine((text) => Buffer.from(text, "base64url").length === KEY_BYTES, "is not 32 bytes");
const jwk = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: keyPart,
  d: keyPart.optional(),
});
type Jwk = z.infer<typeof jwk>;

/**
 * A private JWK, or a JWK Set whose first key is private and whose others may be public, as JSON or
 * as base64 of it: the quotes of JSON do not survive every environment file.
 */
export const receiptKeys = z.string().transform((text, issue): ReceiptKeys => {
  const given = jwksIn(text);
  const parsed = z.array(jwk).min(1).max(KEYS_MAX).safeParse(given);
  const fault = parsed.success ? faultOf(parsed.data) : "is no Ed25519 JWK or JWK Set";
  const [first] = parsed.data ?? [];
  if (fault === null && first?.d !== undefined) {
    return { privateKey: first.d, published: (parsed.data ?? []).map(published) };
  }
  issue.addIssue(fault ?? "the first key is not private");
  return z.NEVER;
});

function jwksIn(text: string): unknown {
  try {
    const json = text.trim().startsWith("{") ? text : Buffer.from(text, "base64").toString("utf8");
    const value: unknown = JSON.parse(json);
    if (typeof value !== "object" || value === null) return null;
    return "keys" in value ? value.keys : [value];
  } catch {
    return null;
  }
}

function faultOf(keys: Jwk[]): string | null {
  if (keys[0]?.d === undefined) return "the first key is not private";
  if (new Set(keys.map(({ x }) => x)).size < keys.length) return "names a key twice";
  return keys.every(isPair) ? null : "the two halves of a key do not fit";
}

/** A wrong public half would sign receipts that nobody can verify. */
function isPair({ d, ...open }: Jwk): boolean {
  if (d === undefined) return true;
  try {
    const text = Buffer.from("receipt");
    const signature = sign(null, text, createPrivateKey({ key: { ...open, d }, format: "jwk" }));
    return verify(null, text, createPublicKey({ key: open, format: "jwk" }), signature);
  } catch {
    return false;
  }
}

function published({ kty, crv, x }: Jwk): PublishedKey {
  // RFC 7638: the required members, in lexicographic order.
  const thumbprint = createHash("sha256").update(JSON.stringify({ crv, kty, x }));
  return { kty, crv, x, kid: thumbprint.digest("base64url"), use: "sig", alg: "EdDSA" };
}

/** The receipt's JSON as a compact JWS (RFC 7515). */
export async function signReceipt(keys: ReceiptKeys, receipt: object): Promise<string> {
  const [open] = keys.published;
  if (open === undefined) throw new Error("there is no key for receipts");
  const key = await importJWK(
    { kty: open.kty, crv: open.crv, x: open.x, d: keys.privateKey },
    open.alg,
  );
  return new CompactSign(new TextEncoder().encode(JSON.stringify(receipt)))
    .setProtectedHeader({ alg: open.alg, kid: open.kid, typ: RECEIPT_TYPE, cty: "json" })
    .sign(key);
}
