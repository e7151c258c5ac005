import type { Database } from "../../db/client.ts";
import { enqueueDeliveriesOf } from "../../db/queries/deliveries/deliveries.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import { emitEvent } from "../event/emit-event.ts";
import type { EventType } from "../event/types.ts";

type Side = "buyer" | "seller";
/** Events whose data is the purchase itself. */
type PurchaseEvent = Exclude<
  Extract<EventType, `purchase.${string}`>,
  "purchase.transfer_reversed" | "purchase.debt_written_off"
>;
type EventNotice = { type: PurchaseEvent; sides: readonly Side[] };

const both: readonly Side[] = ["buyer", "seller"];

const notices: Record<PurchaseState, EventNotice | null> = {
  payment_pending: null,
  in_escrow: { type: "purchase.in_escrow", sides: both },
  disputed: { type: "purchase.disputed", sides: both },
  released: { type: "purchase.released", sides: both },
  refunded: { type: "purchase.refunded", sides: both },
  payment_failed: { type: "purchase.payment_failed", sides: ["buyer"] },
  cancelled: { type: "purchase.payment_failed", sides: ["buyer"] },
  expired: { type: "purchase.payment_failed", sides: ["buyer"] },
};

/** Notifies both sides of a locked purchase's new state. */
export async function emitPurchaseEvent(
  tx: Database,
  purchase: PurchaseRow,
  now: Date,
): Promise<void> {
  // A purchase whose file is still being accepted waits there, too.
  if (purchase.state === "in_escrow") await enqueueDeliveriesOf(tx, purchase, now);
  const event = notices[purchase.state];
  if (event === null) return;
  // Charged after its end, the purchase was never reported to the seller as a sale.
  const sides: readonly Side[] = purchase.refundCause === "charged_late" ? ["buyer"] : event.sides;
  await notifyOfPurchase(tx, purchase, { ...event, sides, cause: causeOf(purchase), now });
}

/** Notifies the affected sides of an event about a locked purchase. */
export async function notifyOfPurchase(
  tx: Database,
  purchase: PurchaseRow,
  { type, sides, cause, now }: EventNotice & { cause: string | null; now: Date },
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
  const principals: Record<Side, Principal[]> = {
    buyer: [{ kind: "account", id: purchase.accountId }],
    seller: sellerPrincipals(purchase.sellerAgentId, purchase.sellerAccountId),
  };
  for (const side of sides) {
    const data = { ...facts, your_role: side };
    await emitEvent(tx, { type, subjectId: purchase.id, to: principals[side], data }, now);
  }
}

function causeOf(purchase: PurchaseRow): string | null {
  if (purchase.state === "released") return purchase.releaseCause;
  if (purchase.state === "refunded") return purchase.refundCause;
  if (purchase.state === "disputed") return purchase.disputeReason;
  return purchase.declineCode ?? purchase.failureCode;
}
