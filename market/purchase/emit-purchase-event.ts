/** The events of purchases. */
import type { Database } from "../../db/client.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import { emitEvent } from "../event/emit-event.ts";
import type { EventType, Principal } from "../event/types.ts";
import type { PurchaseState } from "../vocabulary.ts";

type Told = { type: Extract<EventType, `purchase.${string}`>; isSellerTold: boolean };

const told: Record<PurchaseState, Told | null> = {
  payment_pending: null,
  in_escrow: { type: "purchase.in_escrow", isSellerTold: true },
  disputed: { type: "purchase.disputed", isSellerTold: true },
  released: { type: "purchase.released", isSellerTold: true },
  refunded: { type: "purchase.refunded", isSellerTold: true },
  payment_failed: { type: "purchase.payment_failed", isSellerTold: false },
  expired: { type: "purchase.payment_failed", isSellerTold: false },
};

/** Tells both sides of the state that a locked purchase has just come to. */
export async function emitPurchaseEvent(
  tx: Database,
  purchase: PurchaseRow,
  now: Date,
): Promise<void> {
  const event = told[purchase.state];
  if (event !== null)
    await tellOfPurchase(tx, purchase, { ...event, cause: causeOf(purchase), now });
}

/** Tells the buyer, and the seller if so, of something about a locked purchase. */
export async function tellOfPurchase(
  tx: Database,
  purchase: PurchaseRow,
  { type, isSellerTold, cause, now }: Told & { cause: string | null; now: Date },
): Promise<void> {
  const facts = {
    purchase_id: purchase.id,
    dataset_id: purchase.listingId,
    dataset_version: purchase.version,
    status: purchase.state,
    cause,
    price_cents: purchase.priceCents,
    currency: purchase.currency,
  };
  const tell = (to: Principal[], role: "buyer" | "seller") => {
    const data = { ...facts, your_role: role };
    return emitEvent(tx, { type, subjectId: purchase.id, to, data }, now);
  };
  await tell([{ kind: "account", id: purchase.accountId }], "buyer");
  if (!isSellerTold) return;
  await tell(sellerPrincipals(purchase.sellerAgentId, purchase.sellerAccountId), "seller");
}

function causeOf(purchase: PurchaseRow): string | null {
  if (purchase.state === "released") return purchase.releaseCause;
  if (purchase.state === "refunded") return purchase.refundCause;
  if (purchase.state === "disputed") return purchase.disputeReason;
  return purchase.declineCode ?? purchase.failureCode;
}
