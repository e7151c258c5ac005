import type { Database } from "../../db/client.ts";
import { findAwardOfPurchase } from "../../db/queries/auctions/awards.ts";
import type { ChargedRow, PurseRow } from "../../db/queries/purchases/charged.ts";
import {
  findPurchase,
  lockPurchase,
  type PurchaseRow,
} from "../../db/queries/purchases/purchases.ts";
import { lockPurse } from "../../db/queries/purchases/purses.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { stateInWords } from "../purchase-state.ts";
import { requireOwnPurchase } from "./own-purchase.ts";
import { cancelCharged } from "./purse/open-purse.ts";
import { cancelOutcome } from "./rules.ts";

/**
 * Marks a pending purchase as cancelled, with all that share its charge: nobody starts charging it any more,
 * and `settlePayment` of the returned row, or the clock if the caller dies, cancels it at the provider. A
 * charge already on its way may still be faster; then it is paid, once. A repeat changes nothing.
 * Errors: purchase_not_found, purchase_not_yours, purchase_not_cancellable.
 */
export async function askToCancelPurchase(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<ChargedRow> {
  const seen = await findPurchase(ctx.db, purchaseId);
  requireOwnPurchase(seen, actor);
  const { purseId } = seen;
  return ctx.db.transaction<ChargedRow>((tx) =>
    purseId === null
      ? cancelOne(tx, ctx, actor, purchaseId)
      : cancelShared(tx, ctx, actor, purseId),
  );
}

async function cancelShared(
  tx: Database,
  ctx: Context,
  actor: AccountActor,
  purseId: string,
): Promise<PurseRow> {
  const purse = await lockPurse(tx, purseId);
  if (purse === null) throw new Error(`purse ${purseId} is gone`);
  if (!requireApplies(cancelOutcome({ ...purse, isAward: false }))) return purse;
  return cancelCharged(tx, purse, { actor, now: ctx.now() });
}

async function cancelOne(
  tx: Database,
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<PurchaseRow> {
  const now = ctx.now();
  const purchase = await lockPurchase(tx, purchaseId);
  requireOwnPurchase(purchase, actor);
  const isAward = (await findAwardOfPurchase(tx, purchaseId)) !== null;
  if (!requireApplies(cancelOutcome({ ...purchase, isAward }))) return purchase;
  return cancelCharged(tx, purchase, { actor, now });
}

/** False: it was requested before. */
function requireApplies(outcome: ReturnType<typeof cancelOutcome>): boolean {
  if (outcome === "repeat" || outcome === "apply") return outcome === "apply";
  throw new MarketError(outcome.code, outcome.detail);
}

/**
 * Refuses if the charge was faster than the cancellation.
 * Errors: purchase_not_cancellable.
 */
export function requireCancelled(purchase: Pick<PurchaseRow, "state" | "paidAt">): void {
  if (purchase.state === "cancelled" || purchase.state === "payment_pending") return;
  throw new MarketError(
    "purchase_not_cancellable",
    purchase.paidAt === null
      ? `The purchase is ${stateInWords(purchase.state)}.`
      : `The charge was already on its way: the purchase is ${stateInWords(purchase.state)}.`,
  );
}
