/** What all approvals share: everything is checked again, and what was asked is made once. */
import type { Database } from "../../../db/client.ts";
import {
  findWaitingPurchase,
  lockWaitingOf,
  type WaitingPurchaseRow,
} from "../../../db/queries/purchases/waiting-purchases.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { type ApprovedWaiting, endWaiting, supersedeWaiting } from "../../account/end-waiting.ts";
import type { Context } from "../../context.ts";
import { listed, throwRefusals } from "../../refusal.ts";
import { requireOwnWaiting } from "./own-waiting.ts";
import { currencyRefusal, endedRefusal, listingsOf } from "./rules.ts";

type Order<Facts> = {
  /** Locks the key, the listings and what belongs to them, like every order. */
  gather: (tx: Database, waiting: WaitingPurchaseRow) => Promise<Facts>;
  /** Refuses, or writes what the clock charges. */
  open: (tx: Database, waiting: WaitingPurchaseRow, facts: Facts) => Promise<ApprovedWaiting>;
};

/**
 * Returns what the approval made, also for a repeat. If a check refuses, the purchase keeps waiting and can
 * be approved once the problem is solved, until it expires.
 * Errors: waiting_purchase_not_found, waiting_purchase_ended, and those of the order.
 */
export async function approveOnce<Facts>(
  { db, now: clock, config }: Pick<Context, "db" | "now" | "config">,
  owner: OwnerActor,
  waitingId: string,
  order: Order<Facts>,
): Promise<ApprovedWaiting> {
  const seen = await requireOwnWaiting(db, owner, waitingId);
  const before = madeOf(seen);
  if (before !== null) return before;
  const of = { accountId: seen.accountId, listingId: listingsOf(seen) };
  return db.transaction(async (tx) => {
    const facts = await order.gather(tx, seen);
    const siblings = await lockWaitingOf(tx, of);
    const waiting =
      siblings.find(({ id }) => id === seen.id) ?? (await findWaitingPurchase(tx, seen.id));
    if (waiting === null) throw new Error(`waiting purchase ${seen.id} is gone`);
    const made = madeOf(waiting);
    if (made !== null) return made;
    const now = clock();
    throwRefusals([endedRefusal(waiting, now)]);
    throwRefusals(listed([currencyRefusal(waiting, config.CURRENCY)]));
    const opened = await order.open(tx, waiting, facts);
    await endWaiting(tx, waiting, { actor: owner, now, state: "approved", ...opened });
    await supersedeWaiting(tx, owner, of, now);
    return opened;
  });
}

function madeOf({ purchaseId, purseId }: WaitingPurchaseRow): ApprovedWaiting | null {
  if (purchaseId !== null) return { purchaseId };
  return purseId === null ? null : { purseId };
}
