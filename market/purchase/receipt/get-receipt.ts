import { findReceiptFacts, type ReceiptFacts } from "../../../db/queries/purchases/receipts.ts";
import type { AccountActor } from "../../../db/vocabulary/actor.ts";
import { receiptStates } from "../../../db/vocabulary/purchase.ts";
import { signReceipt } from "../../../platform/receipts/receipt-keys.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { stateInWords } from "../../purchase-state.ts";
import { instant } from "../../view.ts";
import { requireOwnPurchase } from "../own-purchase.ts";
import { licenseOnReceipt } from "./license-on-receipt.ts";
import type { ReceiptClaims, ReceiptView } from "./schemas.ts";

/**
 * The signed receipt of a paid purchase, as it is now.
 * Errors: purchase_not_found, purchase_not_yours, payment_not_confirmed.
 */
export async function getReceipt(
  { db, config, now }: Pick<Context, "db" | "config" | "now">,
  actor: AccountActor,
  purchaseId: string,
): Promise<ReceiptView> {
  const facts = await findReceiptFacts(db, purchaseId);
  requireOwnPurchase(facts?.purchase ?? null, actor);
  if (facts === null) throw new Error(`purchase ${purchaseId} has no file`);
  const claims = claimsOf(facts, { issuer: config.PUBLIC_BASE_URL, issuedAt: now() });
  return { ...claims, jws: await signReceipt(config.RECEIPT_KEYS, claims) };
}

/** Errors: payment_not_confirmed. */
function claimsOf(
  { purchase, file, sellerName, sharedBy }: ReceiptFacts,
  { issuer, issuedAt }: { issuer: string; issuedAt: Date },
): ReceiptClaims {
  const status = receiptStates.find((state) => state === purchase.state);
  if (status === undefined || purchase.paidAt === null) {
    throw new MarketError(
      "payment_not_confirmed",
      `The purchase is ${stateInWords(purchase.state)}; only a paid purchase has a receipt.`,
    );
  }
  return {
    issuer,
    purchase_id: purchase.id,
    issued_at: issuedAt.toISOString(),
    status,
    dataset: { id: purchase.listingId, title: purchase.title, version: purchase.version },
    file: {
      sha256: file.sha256,
      sha256_of: file.fileCount === null ? "file" : "manifest",
      byte_size: file.byteSize,
      file_count: file.fileCount,
    },
    price_cents: purchase.priceCents,
    currency: purchase.currency,
    shared_charge:
      sharedBy === null || purchase.chargedCents === null
        ? null
        : { kind: sharedBy, cents: purchase.chargedCents },
    license: licenseOnReceipt(purchase.license),
    seller: { agent_id: purchase.sellerAgentId, agent_name: sellerName },
    buyer: { account_id: purchase.accountId },
    paid_at: purchase.paidAt.toISOString(),
    released_at: instant(purchase.releasedAt),
    refunded_at: instant(purchase.refundedAt),
    refund_cause: purchase.refundCause,
  };
}
