import { updateAccount } from "../../db/queries/accounts.ts";
import { findPayee, lockSeen } from "../../db/queries/due-purchases.ts";
import { writeAudit } from "../../db/queries/journal.ts";
import { type PurchaseRow, updatePurchase } from "../../db/queries/purchases.ts";
import type { Answer, Transfer } from "../../platform/payments.ts";
import type { Context } from "../context.ts";
import { sellerCents } from "./ledger.ts";
import { movePurchase } from "./move-purchase.ts";
import { afterFailure, type Settled, settled, settler, tryLater } from "./settled.ts";
import { transferTrouble } from "./settlement.ts";

/**
 * Transfers released money to its seller, once. It waits, and nothing is due, while the seller has no
 * payout account or is suspended: `wakeTransfersOf` makes it due again.
 */
export async function settleTransfer(ctx: Context, seen: PurchaseRow): Promise<Settled> {
  const { payoutAccountId, canBePaid } = await findPayee(ctx.db, seen.sellerAccountId, {
    hold: false,
  });
  if (!canBePaid || payoutAccountId === null) return waitForPayee(ctx, seen);
  if (sellerCents(seen) === 0) return waitForPayee(ctx, seen);
  const { paymentIntentId, chargeId } = seen;
  if (paymentIntentId === null || chargeId === null) {
    throw new Error(`purchase ${seen.id} was released without a charge`);
  }
  const intent = await ctx.payments.readIntent(paymentIntentId);
  if (intent.kind !== "ok") return afterFailure(ctx, seen, "reading the intent", intent);
  const trouble = transferTrouble(seen, intent.value);
  if (trouble !== null) {
    return tryLater(ctx, seen, { trouble: { level: "error", detail: trouble } });
  }
  const answer = await transferOnce(ctx, seen, { payoutAccountId, chargeId });
  if (answer.kind === "ok") return record(ctx, seen, answer.value);
  if (answer.kind === "refused") {
    // Its account may have lost what it takes to be paid: the provider is asked.
    await updateAccount(ctx.db, seen.sellerAccountId, { payoutCheckDueAt: ctx.now() });
  }
  return afterFailure(ctx, seen, "transferring", answer);
}

/** Asks first for the transfer that an earlier try may have made: only then may a key be a new one. */
async function transferOnce(
  ctx: Context,
  seen: PurchaseRow,
  { payoutAccountId, chargeId }: { payoutAccountId: string; chargeId: string },
): Promise<Answer<Transfer>> {
  const found = await ctx.payments.findTransfer(seen.id);
  if (found.kind !== "ok") return found;
  if (found.value !== null) return { kind: "ok", value: found.value };
  const transfer = {
    purchaseId: seen.id,
    chargeId,
    payoutAccountId,
    amountCents: sellerCents(seen),
    currency: seen.currency,
  };
  return ctx.payments.createTransfer(
    transfer,
    `purchase-${seen.id}-transfer-${seen.keyGeneration}`,
  );
}

async function record(ctx: Context, seen: PurchaseRow, transfer: Transfer): Promise<Settled> {
  if (transfer.amountCents !== sellerCents(seen)) {
    const detail = `transfer ${transfer.id} is of ${transfer.amountCents} cents, not ${sellerCents(seen)}`;
    return tryLater(ctx, seen, { trouble: { level: "error", detail } });
  }
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { purchase } = await lockSeen(tx, seen);
    if (purchase.state !== "released" || purchase.transferredAt !== null) return settled(purchase);
    const transferred = await movePurchase(
      tx,
      purchase,
      { transferId: transfer.id, transferredAt: now, settleDueAt: null, settleAttempts: 0 },
      { now, posting: "transferred" },
    );
    const subject = { subjectKind: "purchase", subjectId: purchase.id } as const;
    const detail = { transfer_id: transfer.id, amount_cents: transfer.amountCents };
    await writeAudit(
      tx,
      { actor: settler, action: "purchase.transferred", ...subject, detail },
      now,
    );
    return settled(transferred);
  });
}

/** Looks again under the account's lock: who enables payouts at this moment is not overlooked. */
async function waitForPayee(ctx: Context, seen: PurchaseRow): Promise<Settled> {
  return ctx.db.transaction(async (tx) => {
    const { canBePaid } = await findPayee(tx, seen.sellerAccountId, { hold: true });
    const { purchase, dueAt } = await lockSeen(tx, seen);
    const isOwed = canBePaid && sellerCents(purchase) > 0;
    const next = isOwed ? ctx.now() : null;
    return settled(await updatePurchase(tx, purchase, { settleDueAt: dueAt(next) }));
  });
}
