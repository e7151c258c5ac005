/** The only way to change a purchase's state. */
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

/** The posting of a change: `reference` if it can happen several times, `amountCents` if it has its own amount. */
type Booked = { posting?: PostingKind; reference?: string; amountCents?: number };

/**
 * Changes a locked purchase and posts to the ledger, if `posting` is given. Notifies both sides of
 * a new state. Throws if the table of states does not allow the transition.
 */
export async function movePurchase(
  tx: Database,
  purchase: PurchaseRow,
  change: Parameters<typeof updatePurchase>[2],
  { now, ...booked }: { now: Date } & Booked,
): Promise<PurchaseRow> {
  const to = change.state ?? purchase.state;
  if (to !== purchase.state && !mayBecome(purchase.state, to)) {
    throw new Error(`purchase ${purchase.id} is ${purchase.state} and cannot become ${to}`);
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
