/** The one way by which a purchase comes to another state. */
import type { Database } from "../../db/client.ts";
import {
  insertLedgerEntries,
  type PurchaseRow,
  updatePurchase,
} from "../../db/queries/purchases/purchases.ts";
import type { PostingKind } from "../../db/vocabulary/ledger.ts";
import { emitPurchaseEvent } from "./emit-purchase-event.ts";
import { postingEntries } from "./ledger.ts";
import { mayBecome } from "./rules.ts";

/** What a change moves: its reference where it can happen several times, its amount where it has one. */
type Booked = { posting?: PostingKind; reference?: string; amountCents?: number };

/**
 * Changes a locked purchase; `posting` is what this change moves in the ledger, if anything. Both
 * sides are told of another state. Throws where the table of states does not know the way.
 */
export async function movePurchase(
  tx: Database,
  purchase: PurchaseRow,
  change: Parameters<typeof updatePurchase>[2],
  { now, ...booked }: { now: Date } & Booked,
): Promise<PurchaseRow> {
  const to = change.state ?? purchase.state;
  if (to !== purchase.state && !mayBecome(purchase.state, to)) {
    throw new Error(`purchase ${purchase.id} is ${purchase.state} and never becomes ${to}`);
  }
  const { posting, reference = "", amountCents } = booked;
  if (posting !== undefined) {
    const amounts = amountCents === undefined ? purchase : { ...purchase, amountCents };
    const entries = postingEntries(posting, amounts);
    await insertLedgerEntries(tx, purchase, { posting, entries, now, reference });
  }
  const moved = await updatePurchase(tx, purchase, { ...change, updatedAt: now });
  if (moved.state !== purchase.state) await emitPurchaseEvent(tx, moved, now);
  return moved;
}
