/** Verifies signed receipts offline: compact JWS (RFC 7515) by Ed25519. */
import type { PurchaseReceipt, ReceiptKeys } from "./generated/types.ts";
import { bytesOf } from "./webhooks.ts";

export class ReceiptError extends Error {
  override readonly name = "ReceiptError";
}

export type ReceiptClaims = Omit<PurchaseReceipt, "jws">;

/**
 * The content of a receipt that one of these keys signed. Take `keys` (`/.well-known/jwks.json`) from
 * the marketplace that you know, not from an address in the receipt. Throws {@link ReceiptError}.
 */
export async function verifyReceipt(jws: string, { keys }: ReceiptKeys): Promise<ReceiptClaims> {
  const [head = "", content = "", signature = "", ...others] = jws.trim().split(".");
  const header = jsonOf(head);
  if (others.length > 0 || header.alg !== "EdDSA" || header.typ !== "purchase-receipt+jws") {
    throw new ReceiptError("This is no receipt.");
  }
  const known = keys.find(({ kid }) => kid === header.kid);
  if (known === undefined) throw new ReceiptError("None of the keys signed this receipt.");
  const { kty, crv, x } = known;
  const key = await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"]);
  const signed = new TextEncoder().encode(`${head}.${content}`);
  const isTrue = await crypto.subtle.verify("Ed25519", key, bytesOf(signature), signed);
  if (!isTrue) throw new ReceiptError("The signature does not fit: the receipt was changed.");
  return jsonOf(content) as ReceiptClaims;
}

function jsonOf(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(part)));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {}
  throw new ReceiptError("This is no receipt.");
}
