/** Settles a seller's payout. */
import type { Database } from "../../../db/client.ts";
import { updateAccount } from "../../../db/queries/accounts/accounts.ts";
import { lockChargebacksOf, updateChargeback } from "../../../db/queries/purchases/chargebacks.ts";
import { lockSeen } from "../../../db/queries/purchases/charged.ts";
import { findPayee } from "../../../db/queries/purchases/payee.ts";
import { type PurchaseRow, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import type { Intent, Refund, Transfer } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { findBankDisputes, followChargebacks } from "../chargeback/follow-chargebacks.ts";
import { setOffDebts } from "../chargeback/set-off-debts.ts";
import { payableCents } from "../ledger.ts";
import { movePurchase } from "../move-purchase.ts";
import { postOnce } from "../post-once.ts";
import { ownRefunds } from "../purse/refunds.ts";
import { takeFromSale } from "../take-from-sale.ts";
import { findRefunds } from "./find-refunds.ts";
import {
  afterFailure,
  keyed,
  type SettleOutcome,
  settler,
  tryLater,
  unkeyed,
  untroubled,
} from "./outcome.ts";
import { transferTrouble } from "./rules.ts";

/**
 * Transfers released money to its seller, once. While the seller has no payout account or is suspended,
 * nothing is due: `wakeTransfersOf` makes it due again.
 */
export async function settleTransfer(ctx: Context, seen: PurchaseRow): Promise<SettleOutcome> {
  const { paymentIntentId, chargeId } = seen;
  if (paymentIntentId === null || chargeId === null) {
    throw new Error(`purchase ${seen.id} was released without a charge`);
  }
  // Look for the result of an earlier attempt, whose answer may have been lost.
  const found = await ctx.payments.findTransfer({ purchaseId: seen.id, groupId: groupOf(seen) });
  if (found.kind !== "ok") return afterFailure(ctx, seen, unkeyed("finding the transfer", found));
  if (found.value !== null) return record(ctx, seen, found.value, { isNew: false });
  const intent = await ctx.payments.readIntent(paymentIntentId);
  if (intent.kind !== "ok") return afterFailure(ctx, seen, unkeyed("reading the intent", intent));
  const looked = await lookAtCharge(ctx, seen, intent.value);
  if ("end" in looked) return looked.end;
  const { purchase } = looked;
  const trouble = transferTrouble(purchase, intent.value, looked.isDisputed);
  if (trouble !== null) {
    return tryLater(ctx, purchase, { trouble: { level: "error", detail: trouble } });
  }
  const { payoutAccountId, canBePaid } = await findPayee(ctx.db, purchase.sellerAccountId, {
    hold: false,
  });
  if (!canBePaid || payoutAccountId === null) return waitForPayee(ctx, purchase);
  if (payableCents(purchase) === 0) return waitForPayee(ctx, purchase);
  // An earlier attempt may still be in flight, and its key allows only its amount.
  const isFirstTry = purchase.setOffAt === null && purchase.keyGeneration === 0;
  const set = isFirstTry
    ? await ctx.db.transaction((tx) => setOffDebts(tx, purchase, ctx.now()))
    : purchase;
  if (set === null) return untroubled(purchase);
  if (payableCents(set) === 0) return waitForPayee(ctx, set);
  return create(ctx, set, { payoutAccountId, chargeId });
}

/** Transfers of a shared charge have its group. */
const groupOf = ({ id, purseId }: PurchaseRow) => purseId ?? id;

type Looked = { end: SettleOutcome } | { purchase: PurchaseRow; isDisputed: boolean };

/**
 * Records the bank's disputes, and what somebody refunded by hand, which lowers the sale; with `end` this driver must
 * not transfer.
 */
async function lookAtCharge(ctx: Context, seen: PurchaseRow, intent: Intent): Promise<Looked> {
  const disputes = await findBankDisputes(ctx, intent.id, intent);
  if (disputes.kind !== "ok") {
    return { end: await afterFailure(ctx, seen, unkeyed("listing disputes", disputes)) };
  }
  const refunds = await findRefunds(ctx, intent.id, intent);
  if (refunds.kind !== "ok") {
    return { end: await afterFailure(ctx, seen, unkeyed("listing refunds", refunds)) };
  }
  const facts = { refunds: refunds.value, disputes: disputes.value };
  if (facts.refunds.length + facts.disputes.length === 0) {
    return { purchase: seen, isDisputed: false };
  }
  const isDisputed = facts.disputes.some(({ state }) => state === "open");
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { purchase, isOvertaken } = await lockSeen(tx, seen);
    if (isOvertaken) return { end: untroubled(purchase) };
    const own = await ownRefunds(tx, purchase, facts);
    const lowered = await takeRefunds(tx, purchase, own, now);
    return { purchase: await followChargebacks(tx, lowered, facts.disputes, now), isDisputed };
  });
}

/** A refund by hand between release and transfer: seller and platform bear it by their shares. */
async function takeRefunds(
  tx: Database,
  purchase: PurchaseRow,
  refunds: Refund[],
  now: Date,
): Promise<PurchaseRow> {
  let lowered = purchase;
  for (const { id: reference, amountCents, status } of refunds.toReversed()) {
    if (status === "failed") continue;
    const back = { posting: "refunded_at_provider", reference, amountCents, now } as const;
    const taken = await takeFromSale(tx, lowered, back);
    lowered = taken.purchase;
    if (!taken.isNews) continue;
    const detail = { refund_id: reference, amount_cents: amountCents };
    const step = { actor: settler, action: "purchase.refunded_by_hand", detail } as const;
    await auditPurchase(tx, purchase.id, step, now);
  }
  return lowered;
}

async function create(
  ctx: Context,
  seen: PurchaseRow,
  { payoutAccountId, chargeId }: { payoutAccountId: string; chargeId: string },
): Promise<SettleOutcome> {
  const { id: purchaseId, currency } = seen;
  const key = `purchase-${purchaseId}-transfer-${seen.keyGeneration}`;
  const amountCents = payableCents(seen);
  const groupId = groupOf(seen);
  const transfer = { purchaseId, groupId, chargeId, payoutAccountId, amountCents, currency };
  const answer = await ctx.payments.createTransfer(transfer, key);
  if (answer.kind === "ok") return record(ctx, seen, answer.value, { isNew: true });
  if (answer.kind === "refused") {
    // The account may no longer be able to receive payouts, so ask the provider.
    await updateAccount(ctx.db, seen.sellerAccountId, { payoutCheckDueAt: ctx.now() });
  }
  return afterFailure(ctx, seen, keyed("transferring", answer));
}

/** If an earlier attempt made the transfer, due again at once, because later disputes were not checked. */
async function record(
  ctx: Context,
  seen: PurchaseRow,
  transfer: Transfer,
  { isNew }: { isNew: boolean },
): Promise<SettleOutcome> {
  const now = ctx.now();
  const recorded = await ctx.db.transaction(async (tx) => {
    const { purchase, dueAt } = await lockSeen(tx, seen);
    if (purchase.state !== "released" || purchase.transferredAt !== null) return purchase;
    const surplusCents = transfer.amountCents - payableCents(purchase);
    if (surplusCents < 0 || surplusCents > purchase.keptCents) return null;
    const owing = await oweSurplus(tx, purchase, { surplusCents, reference: transfer.id, now });
    const settleDueAt = dueAt(isNew ? null : now);
    const transferred = await movePurchase(
      tx,
      owing,
      { transferId: transfer.id, transferredAt: now, settleDueAt, settleAttempts: 0 },
      { now, posting: "transferred", amountCents: transfer.amountCents },
    );
    const detail = { transfer_id: transfer.id, amount_cents: transfer.amountCents };
    const step = { actor: settler, action: "purchase.transferred", detail } as const;
    await auditPurchase(tx, purchase.id, step, now);
    return transferred;
  });
  if (recorded !== null) return untroubled(recorded);
  const detail = `transfer ${transfer.id} is of ${transfer.amountCents} cents, not ${payableCents(seen)}`;
  return tryLater(ctx, seen, { trouble: { level: "error", detail } });
}

type Surplus = { surplusCents: number; reference: string; now: Date };

/**
 * A transfer was on its way while the bank took the money: what it brought too much was kept in vain, and is the
 * seller's debt.
 */
async function oweSurplus(
  tx: Database,
  purchase: PurchaseRow,
  { surplusCents, reference, now }: Surplus,
): Promise<PurchaseRow> {
  if (surplusCents === 0) return purchase;
  const amountCents = -surplusCents;
  await postOnce(tx, purchase, { posting: "payable_kept", reference, amountCents, now });
  const lost = (await lockChargebacksOf(tx, purchase.id)).findLast(({ state }) => state === "lost");
  if (lost !== undefined) {
    await updateChargeback(tx, lost.id, { debtCents: lost.debtCents + surplusCents });
  }
  return updatePurchase(tx, purchase, { keptCents: purchase.keptCents - surplusCents });
}

/** Checks again under the account's lock, so that enabling payouts at this moment is not missed. */
async function waitForPayee(ctx: Context, seen: PurchaseRow): Promise<SettleOutcome> {
  return ctx.db.transaction(async (tx) => {
    const { canBePaid } = await findPayee(tx, seen.sellerAccountId, { hold: true });
    const { purchase, dueAt } = await lockSeen(tx, seen);
    const isOwed = canBePaid && payableCents(purchase) > 0;
    const next = isOwed ? ctx.now() : null;
    return untroubled(await updatePurchase(tx, purchase, { settleDueAt: dueAt(next) }));
  });
}
