/** Settles a seller's payout. */
import { updateAccount } from "../../../db/queries/accounts/accounts.ts";
import { lockSeen } from "../../../db/queries/purchases/charged.ts";
import { findPayee } from "../../../db/queries/purchases/payee.ts";
import { type PurchaseRow, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import type { Intent, Transfer } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { findBankDisputes, followChargebacks } from "../chargeback/follow-chargebacks.ts";
import { setOffDebts } from "../chargeback/set-off-debts.ts";
import { payableCents } from "../ledger.ts";
import { movePurchase } from "../move-purchase.ts";
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
  if (intent.value.bankDispute !== "none") {
    const looked = await lookAtDisputes(ctx, seen, intent.value);
    if (looked !== null) return looked;
  }
  const trouble = transferTrouble(seen, intent.value);
  if (trouble !== null) {
    return tryLater(ctx, seen, { trouble: { level: "error", detail: trouble } });
  }
  const { payoutAccountId, canBePaid } = await findPayee(ctx.db, seen.sellerAccountId, {
    hold: false,
  });
  if (!canBePaid || payoutAccountId === null) return waitForPayee(ctx, seen);
  if (payableCents(seen) === 0) return waitForPayee(ctx, seen);
  // An earlier attempt may still be in flight, so its amount must not change.
  const isFirstTry = seen.setOffAt === null && seen.keyGeneration === 0;
  const set = isFirstTry
    ? await ctx.db.transaction((tx) => setOffDebts(tx, seen, ctx.now()))
    : seen;
  if (set === null) return untroubled(seen);
  if (payableCents(set) === 0) return waitForPayee(ctx, set);
  return create(ctx, set, { payoutAccountId, chargeId });
}

/** Transfers of a shared charge have its group. */
const groupOf = ({ id, purseId }: PurchaseRow) => purseId ?? id;

/** Records the bank's disputes; if the result is not null, this driver must not transfer. */
async function lookAtDisputes(
  ctx: Context,
  seen: PurchaseRow,
  intent: Intent,
): Promise<SettleOutcome | null> {
  const disputes = await findBankDisputes(ctx, intent.id, intent);
  if (disputes.kind !== "ok") return afterFailure(ctx, seen, unkeyed("listing disputes", disputes));
  const followed = await ctx.db.transaction(async (tx) => {
    const { purchase, isOvertaken } = await lockSeen(tx, seen);
    if (isOvertaken) return purchase;
    const next = await followChargebacks(tx, purchase, disputes.value, ctx.now());
    if (next.chargeback !== "lost") return null;
    return updatePurchase(tx, next, { settleDueAt: null, settleAttempts: 0 });
  });
  return followed === null ? null : untroubled(followed);
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
  if (transfer.amountCents !== payableCents(seen)) {
    const detail = `transfer ${transfer.id} is of ${transfer.amountCents} cents, not ${payableCents(seen)}`;
    return tryLater(ctx, seen, { trouble: { level: "error", detail } });
  }
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { purchase, dueAt } = await lockSeen(tx, seen);
    if (purchase.state !== "released" || purchase.transferredAt !== null)
      return untroubled(purchase);
    const settleDueAt = dueAt(isNew ? null : now);
    const transferred = await movePurchase(
      tx,
      purchase,
      { transferId: transfer.id, transferredAt: now, settleDueAt, settleAttempts: 0 },
      { now, posting: "transferred", amountCents: transfer.amountCents },
    );
    const detail = { transfer_id: transfer.id, amount_cents: transfer.amountCents };
    const step = { actor: settler, action: "purchase.transferred", detail } as const;
    await auditPurchase(tx, purchase.id, step, now);
    return untroubled(transferred);
  });
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
