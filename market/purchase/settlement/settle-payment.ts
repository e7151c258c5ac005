/** Settles an unpaid purchase. */

import { findAccount } from "../../../db/queries/accounts/accounts.ts";
import { updateAcceptance } from "../../../db/queries/purchases/acceptances.ts";
import { lockSeen, saveIntentId } from "../../../db/queries/purchases/due-purchases.ts";
import {
  lockPurchase,
  type PurchaseRow,
  updatePurchase,
} from "../../../db/queries/purchases/purchases.ts";
import type { Answer, Intent } from "../../../platform/payments/port.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { counted } from "../../counted.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { movePurchase } from "../move-purchase.ts";
import { askHolder, awaitHolder } from "./ask-holder.ts";
import { mailPurchase } from "./end-escrow.ts";
import {
  afterFailure,
  keyed,
  type SettleOutcome,
  settler,
  tryLater,
  unkeyed,
  untroubled,
} from "./outcome.ts";
import { type Failure, lastLookAt, nextPaymentStep, type PaymentStep, unpaidEnd } from "./rules.ts";

/** Create, confirm, cancel, and a read between each; the clock continues later if that is not enough. */
const stepsMax = 5;

/** A purchase and its intent at the provider; null: it has none. */
type PaymentSnapshot = { purchase: PurchaseRow; intent: Intent | null };
/** Continue from this snapshot, or stop for now. */
type Outcome = { look: PaymentSnapshot } | { end: SettleOutcome };

/**
 * Advances a pending payment: creates the intent, stores its id, confirms it, records the outcome.
 * Any number of drivers may do so at once, and each may die anywhere: the provider's state decides,
 * and only the intent that the row names is ever confirmed. Holds no transaction during a call.
 */
export async function settlePayment(ctx: Context, seen: PurchaseRow): Promise<SettleOutcome> {
  let outcome = await firstLook(ctx, seen);
  for (let step = 0; step < stepsMax; step += 1) {
    if ("end" in outcome) return outcome.end;
    const { purchase, intent } = outcome.look;
    if (purchase.state !== "payment_pending") return untroubled(purchase);
    const time = { now: ctx.now(), pendingHours: ctx.config.PAYMENT_PENDING_HOURS };
    outcome = await take(ctx, outcome.look, nextPaymentStep(purchase, intent, time));
  }
  if ("end" in outcome) return outcome.end;
  return tryLater(ctx, outcome.look.purchase, {
    trouble: { level: "warn", detail: "the payment did not settle within its steps" },
  });
}

async function firstLook(ctx: Context, purchase: PurchaseRow): Promise<Outcome> {
  if (purchase.paymentIntentId === null) return { look: { purchase, intent: null } };
  return look(ctx, purchase, purchase.paymentIntentId);
}

async function look(ctx: Context, purchase: PurchaseRow, intentId: string): Promise<Outcome> {
  const answer = await ctx.payments.readIntent(intentId);
  if (answer.kind === "ok") return { look: { purchase, intent: answer.value } };
  return { end: await afterFailure(ctx, purchase, unkeyed("reading the intent", answer)) };
}

async function take(
  ctx: Context,
  { purchase, intent }: PaymentSnapshot,
  step: PaymentStep,
): Promise<Outcome> {
  switch (step.kind) {
    case "create":
      return createIntent(ctx, purchase);
    case "confirm":
      return confirm(ctx, withIntent(purchase, intent));
    case "cancel":
      return cancel(ctx, withIntent(purchase, intent), step.failure);
    case "ask":
      return { end: await askHolder(ctx, purchase) };
    case "await":
      return { end: await awaitHolder(ctx, purchase) };
    case "wait":
      return { end: await tryLater(ctx, purchase, { trouble: null }) };
    case "capture":
      return { end: await capture(ctx, purchase, step) };
    case "fail":
      return { end: await end(ctx, purchase, "payment_failed", step.failure) };
    case "expire":
      return { end: await end(ctx, purchase, "expired", overdue(ctx, purchase)) };
    case "report": {
      const trouble = { level: "error", detail: step.trouble } as const;
      return { end: await tryLater(ctx, purchase, { trouble }) };
    }
  }
}

type WithIntent = { purchase: PurchaseRow; intent: Intent };

function withIntent(purchase: PurchaseRow, intent: Intent | null): WithIntent {
  if (intent === null) throw new Error(`purchase ${purchase.id} has no intent to continue with`);
  return { purchase, intent };
}

/** One key for each step and generation: a repeated call has one effect at the provider. */
function keyOf(purchase: PurchaseRow, step: "intent" | "confirm"): string {
  return `purchase-${purchase.id}-${step}-${purchase.keyGeneration}`;
}

async function createIntent(ctx: Context, purchase: PurchaseRow): Promise<Outcome> {
  const account = await findAccount(ctx.db, purchase.accountId);
  if (account === null || account.customerId === null) {
    throw new Error(`the buyer of purchase ${purchase.id} is not a customer at the provider`);
  }
  const answer = await ctx.payments.createIntent(
    {
      purchaseId: purchase.id,
      customerId: account.customerId,
      paymentMethodId: purchase.paymentMethodId,
      amountCents: purchase.priceCents,
      currency: purchase.currency,
      description: `${purchase.title} (version ${purchase.version})`,
    },
    keyOf(purchase, "intent"),
  );
  if (answer.kind === "unknown") {
    return { end: await afterFailure(ctx, purchase, keyed("creating the intent", answer)) };
  }
  if (answer.kind !== "ok") {
    return { end: await end(ctx, purchase, "payment_failed", failureOf(answer)) };
  }
  const saved = await saveIntentId(ctx.db, purchase.id, answer.value.id);
  const next = { ...saved, settleDueAt: purchase.settleDueAt };
  if (saved.paymentIntentId === answer.value.id || saved.paymentIntentId === null) {
    return { look: { purchase: next, intent: answer.value } };
  }
  // Another driver's intent came first, and only that one may be confirmed.
  return look(ctx, next, saved.paymentIntentId);
}

/** The only call that moves money. If its answer does not give the outcome, the intent is read again. */
async function confirm(ctx: Context, { purchase, intent }: WithIntent): Promise<Outcome> {
  const answer = await ctx.payments.confirmIntent(intent.id, keyOf(purchase, "confirm"));
  if (answer.kind === "ok") return { look: { purchase, intent: answer.value } };
  const truth = await ctx.payments.readIntent(intent.id);
  if (truth.kind !== "ok") {
    return { end: await afterFailure(ctx, purchase, keyed("confirming the intent", answer)) };
  }
  if (truth.value.status !== "requires_confirmation") {
    return { look: { purchase, intent: truth.value } };
  }
  if (answer.kind === "refused" || answer.kind === "declined") {
    return cancel(ctx, { purchase, intent: truth.value }, failureOf(answer));
  }
  return { end: await afterFailure(ctx, purchase, keyed("confirming the intent", answer)) };
}

/** Stores the reason before the call: if the answer is lost, the purchase still fails for that reason. */
async function cancel(
  ctx: Context,
  { purchase, intent }: WithIntent,
  failure: Failure | null,
): Promise<Outcome> {
  const noted = failure === null ? purchase : await noteFailure(ctx, purchase, failure);
  const answer = await ctx.payments.cancelIntent(intent.id);
  if (answer.kind === "ok") return { look: { purchase: noted, intent: answer.value } };
  const truth = await ctx.payments.readIntent(intent.id);
  if (truth.kind === "ok" && truth.value.status !== intent.status) {
    return { look: { purchase: noted, intent: truth.value } };
  }
  return { end: await afterFailure(ctx, noted, unkeyed("cancelling the intent", answer)) };
}

async function noteFailure(
  ctx: Context,
  seen: PurchaseRow,
  failure: Failure,
): Promise<PurchaseRow> {
  if (seen.failureCode === failure.code) return seen;
  return ctx.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, seen.id);
    if (purchase === null) throw new Error(`purchase ${seen.id} is gone`);
    if (purchase.state !== "payment_pending") return purchase;
    const noted = await updatePurchase(tx, purchase, failureColumns(failure));
    return { ...noted, settleDueAt: seen.settleDueAt };
  });
}

function failureOf(answer: Exclude<Answer<never>, { kind: "ok" }>): Failure {
  if (answer.kind === "declined") return answer.decline;
  const code = answer.kind === "missing" ? "payment_method_missing" : answer.code;
  return { code, declineCode: null, detail: answer.detail };
}

const failureColumns = ({ code, declineCode, detail }: Failure) => ({
  failureCode: code,
  declineCode,
  failureDetail: detail,
});

async function capture(
  ctx: Context,
  seen: PurchaseRow,
  { chargeId, lookAgain }: { chargeId: string; lookAgain: boolean },
): Promise<SettleOutcome> {
  const now = ctx.now();
  // A period's money waits for an update, or for the end of the period.
  const releaseDueAt =
    seen.periodEndsAt ?? new Date(now.getTime() + ctx.config.ESCROW_DAYS * dayMs);
  return ctx.db.transaction(async (tx) => {
    const { purchase, dueAt } = await lockSeen(tx, seen);
    if (purchase.state !== "payment_pending") return untroubled(purchase);
    const captured = await movePurchase(
      tx,
      purchase,
      {
        state: "in_escrow",
        chargeId,
        paidAt: now,
        releaseDueAt,
        settleDueAt: dueAt(lookAgain ? now : lastLookAt({ releaseDueAt }, now)),
        settleAttempts: 0,
        failureCode: null,
        declineCode: null,
        failureDetail: null,
      },
      { now, posting: "captured" },
    );
    const detail = { charge_id: chargeId };
    const step = { actor: settler, action: "purchase.paid", detail } as const;
    await auditPurchase(tx, purchase.id, step, now);
    if (captured.acceptance === null) {
      await mailPurchase(tx, purchase.id, "bought", now);
      await mailPurchase(tx, purchase.id, "sold", now);
    } else {
      await updateAcceptance(tx, purchase.id, { dueAt: now });
    }
    return untroubled(captured);
  });
}

function overdue(ctx: Context, { actionAskedAt }: PurchaseRow): Failure {
  if (actionAskedAt !== null) {
    const detail =
      "The card's holder did not confirm the payment with the bank in time. Nothing was charged.";
    return { code: "authentication_expired", declineCode: null, detail };
  }
  const hours = ctx.config.PAYMENT_PENDING_HOURS;
  const detail = `The payment had no outcome within ${counted(hours, "hour")}. Nothing was charged.`;
  return { code: "payment_expired", declineCode: null, detail };
}

/** Ends an unpaid purchase, unless another driver has stored another intent. */
async function end(
  ctx: Context,
  seen: PurchaseRow,
  state: "payment_failed" | "expired",
  failure: Failure,
): Promise<SettleOutcome> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { purchase, dueAt } = await lockSeen(tx, seen);
    const isSame = purchase.paymentIntentId === seen.paymentIntentId;
    if (purchase.state !== "payment_pending" || !isSame) return untroubled(purchase);
    const told = unpaidEnd(purchase, { state, failure });
    const ended = await movePurchase(
      tx,
      purchase,
      { state: told.state, settleDueAt: dueAt(null), ...failureColumns(told.failure) },
      { now },
    );
    const detail = { code: told.failure.code, decline_code: told.failure.declineCode };
    const step = { actor: settler, action: `purchase.${told.state}`, detail } as const;
    await auditPurchase(tx, purchase.id, step, now);
    return untroubled(ended);
  });
}
