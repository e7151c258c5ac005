/** The only way to change the state of a purchase or a purse. */
import type { Database } from "../../db/client.ts";
import {
  type ChargedChange,
  type ChargedRow,
  insertLedgerEntries,
  isPurse,
  updateCharged,
} from "../../db/queries/purchases/charged.ts";
import { type PurchaseRow, updatePurchase } from "../../db/queries/purchases/purchases.ts";
import type { PostingKind } from "../../db/vocabulary/ledger.ts";
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import { emitPurchaseEvent } from "./emit-purchase-event.ts";
import { postingEntries } from "./ledger.ts";
import { ledgerAmounts } from "./purse/charged.ts";
import { mayPurseBecome } from "./purse/rules.ts";
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
  booked: { now: Date } & Booked,
): Promise<PurchaseRow> {
  await post(tx, purchase, change, booked);
  const moved = await updatePurchase(tx, purchase, { ...change, updatedAt: booked.now });
  if (moved.state !== purchase.state) await emitPurchaseEvent(tx, moved, booked.now);
  return moved;
}

/** The same for a row of either kind; a purse has no event of its own. */
export async function moveCharged<R extends ChargedRow>(
  tx: Database,
  row: R,
  change: ChargedChange,
  booked: { now: Date } & Booked,
): Promise<R> {
  await post(tx, row, change, booked);
  const moved = await updateCharged(tx, row, { ...change, updatedAt: booked.now });
  if (moved.state !== row.state && !isPurse(moved)) {
    await emitPurchaseEvent(tx, moved, booked.now);
  }
  return moved;
}

async function post(
  tx: Database,
  row: ChargedRow,
  change: { state?: PurchaseState | undefined },
  { now, posting, reference = "", amountCents }: { now: Date } & Booked,
): Promise<void> {
  const to = change.state ?? row.state;
  if (to !== row.state && !mayMove(row, to)) {
    throw new Error(`${row.id} is ${row.state} and cannot become ${to}`);
  }
  if (posting === undefined) return;
  const amounts = ledgerAmounts(row, posting);
  const entries = postingEntries(
    posting,
    amountCents === undefined ? amounts : { ...amounts, amountCents },
  );
  await insertLedgerEntries(tx, row, { posting, entries, now, reference });
}

const mayMove = (row: ChargedRow, to: PurchaseState) =>
  isPurse(row) ? mayPurseBecome(row.state, to) : mayBecome(row.state, to);
