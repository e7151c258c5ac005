/** Asks the card's holder, once, to confirm a payment with their bank, and waits for them. */
import type { Database } from "../../../db/client.ts";
import { findAwardOfPurchase } from "../../../db/queries/auctions/awards.ts";
import {
  type ChargedRow,
  isPurse,
  lockSeen,
  putOff,
  updateCharged,
} from "../../../db/queries/purchases/charged.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { Context } from "../../context.ts";
import { notifyOfPurchase } from "../emit-purchase-event.ts";
import { auditCharged } from "../purse/charged.ts";
import { notifyOfAsking } from "../purse/notify.ts";
import { askPending } from "../purse/pending.ts";
import { mailPurchase } from "./end-escrow.ts";
import { askingEnd, holderLookAt } from "./holder-rules.ts";
import { type SettleOutcome, settler, untroubled } from "./outcome.ts";

type Deps = Pick<Context, "db" | "now" | "config">;

/**
 * Records that the holder is asked, and enqueues mail and event, unless the row has changed
 * meanwhile. Nothing can be charged until the holder goes to the bank, which `visit-bank.ts` allows.
 */
export async function askHolder<R extends ChargedRow>(
  ctx: Deps,
  seen: R,
): Promise<SettleOutcome<R>> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { purchase, dueAt } = await lockSeen(tx, seen);
    const { state, actionAskedAt, failureCode } = purchase;
    const isAskable = state === "payment_pending" && failureCode === null;
    if (!isAskable || actionAskedAt !== null) return untroubled(purchase);
    const award = isPurse(purchase) ? null : await findAwardOfPurchase(tx, purchase.id);
    const actionDueAt = askingEnd(purchase, {
      now,
      pendingHours: ctx.config.PAYMENT_PENDING_HOURS,
      awardDueAt: award?.dueAt ?? null,
    });
    const asked = await updateCharged(tx, purchase, {
      actionAskedAt: now,
      actionDueAt,
      settleDueAt: dueAt(actionDueAt),
      settleAttempts: 0,
      updatedAt: now,
    });
    const detail = { until: actionDueAt.toISOString() };
    const step = { actor: settler, action: "purchase.action_required", detail } as const;
    await auditCharged(tx, asked, step, now);
    if (isPurse(asked)) {
      for (const pending of await askPending(tx, asked, now)) await notifyOfOne(tx, pending, now);
      await notifyOfAsking(tx, asked, now);
    } else {
      await notifyOfOne(tx, asked, now);
      await mailPurchase(tx, purchase.id, "action_required_buyer", now);
    }
    return untroubled(asked);
  });
}

function notifyOfOne(tx: Database, purchase: PurchaseRow, now: Date): Promise<void> {
  const type = "purchase.action_required";
  return notifyOfPurchase(tx, purchase, { type, sides: ["buyer"], cause: null, now });
}

/** Checks again at the deadline, and regularly once the holder has gone to the bank. */
export async function awaitHolder<R extends ChargedRow>(
  { db, now }: Deps,
  seen: R,
): Promise<SettleOutcome<R>> {
  const dueAt = holderLookAt(seen, now());
  return untroubled(await putOff(db, seen, { dueAt, isKeySpent: false }));
}
