/** The one way by which a purchase comes to another state. */
import type { Database } from "../../db/client.ts";
import {
  insertLedgerEntries,
  type PurchaseRow,
  updatePurchase,
} from "../../db/queries/purchases/purchases.ts";
import { emitPurchaseEvent } from "./emit-purchase-event.ts";
import { type PostingKind, postingEntries } from "./ledger.ts";
import { mayBecome } from "./rules.ts";

/**
 * Changes a locked purchase; `posting` is what this change moves in the ledger, if anything. Both
 * sides are told of another state. Throws where the table of states does not know the way.
 */
export async function movePurchase(
  tx: Database,
  purchase: PurchaseRow,
  change: Parameters<typeof updatePurchase>[2],
  { now, posting }: { now: Date; posting?: PostingKind },
): Promise<PurchaseRow> {
  const to = change.state ?? purchase.state;
  if (to !== purchase.state && !mayBecome(purchase.state, to)) {
    throw new Error(`purchase ${purchase.id} is ${purchase.state} and never becomes ${to}`);
  }
  if (posting !== undefined) {
    const entries = postingEntries(posting, purchase);
    await insertLedgerEntries(tx, purchase, { posting, entries, now });
  }
  const moved = await updatePurchase(tx, purchase, { ...change, updatedAt: now });
  if (moved.state !== purchase.state) await emitPurchaseEvent(tx, moved, now);
  return moved;
}
