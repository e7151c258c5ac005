/** Verifies signed receipts offline: compact JWS (RFC 7515) by Ed25519. */
import type { PurchaseReceipt, ReceiptKeys } from "./generated/types.ts";
export declare class ReceiptError extends Error {
    readonly name = "ReceiptError";
}
export type ReceiptClaims = Omit<PurchaseReceipt, "jws">;
/**
 * The content of a receipt that one of these keys signed. Take `keys` (`/.well-known/jwks.json`) from
 * the marketplace that you know, not from an address in the receipt. Throws {@link ReceiptError}.
 */
export declare function verifyReceipt(jws: string, { keys }: ReceiptKeys): Promise<ReceiptClaims>;
