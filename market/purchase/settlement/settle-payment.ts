/** Settles an unpaid purchase, or an unpaid purse. */
import type { Database } from "../../../db/client.ts";
import { findAccount } from "../../../db/queries/accounts/accounts.ts";
import {
  type ChargedRow,
  isPurse,
  lockCharged,
  lockSeen,
  type PurseRow,
  saveIntentId,
  updateCharged,
} from "../../../db/queries/purchases/charged.ts";
import type { Answer, Intent } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { counted } from "../../counted.ts";
import { moveCharged, movePurchase } from "../move-purchase.ts";
import { auditCharged } from "../purse/charged.ts";
import { endPurse } from "../purse/open-purse.ts";
import { endPending, fundPending } from "../purse/pending.ts";
import { freeCents } from "../purse/rules.ts";
import { askHolder, awaitHolder } from "./ask-holder.ts";
import { beginEscrow, escrowEnd } from "./begin-escrow.ts";
import {
  afterFailure,
  chargeKey,
  keyed,
  type SettleOutcome,
  settler,
  tryLater,
  unkeyed,
  untroubled,
} from "./outcome.ts";
import {
  type Failure,
  failureColumns,
  lastLookAt,
  nextPaymentStep,
  type PaymentStep,
  unpaidEnd,
} from "./rules.ts";

/** Create, confirm, cancel, and a read between each; the clock continues later if that is not enough. */
const stepsMax = 5;

/** A purchase and its intent at the provider; null: it has none. */
type PaymentSnapshot<R extends ChargedRow> = { purchase: R; intent: Intent | null };
/** Continue from this snapshot, or stop for now. */
type Outcome<R extends ChargedRow> = { look: PaymentSnapshot<R> } | { end: SettleOutcome<R> };

/**
 * Advances a pending payment: creates the intent, stores its id, confirms it, records the outcome.
 * Any number of drivers may do so at once, and each may die anywhere: the provider's state decides,
 * and only the intent that the row names is ever confirmed. Holds no transaction during a call.
 */
export async function settlePayment<R extends ChargedRow>(
  ctx: Context,
  seen: R,
): Promise<SettleOutcome<R>> {
  let outcome: Outcome<R> = await firstLook(ctx, seen);
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

async function firstLook<R extends ChargedRow>(ctx: Context, purchase: R): Promise<Outcome<R>> {
  if (purchase.paymentIntentId === null) return { look: { purchase, intent: null } };
  return look(ctx, purchase, purchase.paymentIntentId);
}

async function look<R extends ChargedRow>(
  ctx: Context,
  purchase: R,
  intentId: string,
): Promise<Outcome<R>> {
  const answer = await ctx.payments.readIntent(intentId);
  if (answer.kind === "ok") return { look: { purchase, intent: answer.value } };
  return { end: await afterFailure(ctx, purchase, unkeyed("reading the intent", answer)) };
}

async function take<R extends ChargedRow>(
  ctx: Context,
  { purchase, intent }: PaymentSnapshot<R>,
  step: PaymentStep,
): Promise<Outcome<R>> {
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

type WithIntent<R extends ChargedRow> = { purchase: R; intent: Intent };

function withIntent<R extends ChargedRow>(purchase: R, intent: Intent | null): WithIntent<R> {
  if (intent === null) throw new Error(`purchase ${purchase.id} has no intent to continue with`);
  return { purchase, intent };
}

async function createIntent<R extends ChargedRow>(ctx: Context, purchase: R): Promise<Outcome<R>> {
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
      description: isPurse(purchase)
        ? purchase.title
        : `${purchase.title} (version ${purchase.version})`,
    },
    chargeKey(purchase, "intent"),
  );
  if (answer.kind === "unknown") {
    return { end: await afterFailure(ctx, purchase, keyed("creating the intent", answer)) };
  }
  if (answer.kind !== "ok") {
    return { end: await end(ctx, purchase, "payment_failed", failureOf(answer)) };
  }
  const saved = await saveIntentId(ctx.db, purchase, answer.value.id);
  const next = { ...saved, settleDueAt: purchase.settleDueAt };
  if (saved.paymentIntentId === answer.value.id || saved.paymentIntentId === null) {
    return { look: { purchase: next, intent: answer.value } };
  }
  // Another driver's intent came first, and only that one may be confirmed.
  return look(ctx, next, saved.paymentIntentId);
}

/** The only call that moves money. If its answer does not give the outcome, the intent is read again. */
async function confirm<R extends ChargedRow>(
  ctx: Context,
  { purchase, intent }: WithIntent<R>,
): Promise<Outcome<R>> {
  const answer = await ctx.payments.confirmIntent(intent.id, chargeKey(purchase, "confirm"));
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
async function cancel<R extends ChargedRow>(
  ctx: Context,
  { purchase, intent }: WithIntent<R>,
  failure: Failure | null,
): Promise<Outcome<R>> {
  const noted = failure === null ? purchase : await noteFailure(ctx, purchase, failure);
  const answer = await ctx.payments.cancelIntent(intent.id);
  if (answer.kind === "ok") return { look: { purchase: noted, intent: answer.value } };
  const truth = await ctx.payments.readIntent(intent.id);
  if (truth.kind === "ok" && truth.value.status !== intent.status) {
    return { look: { purchase: noted, intent: truth.value } };
  }
  return { end: await afterFailure(ctx, noted, unkeyed("cancelling the intent", answer)) };
}

async function noteFailure<R extends ChargedRow>(
  ctx: Context,
  seen: R,
  failure: Failure,
): Promise<R> {
  if (seen.failureCode === failure.code) return seen;
  return ctx.db.transaction(async (tx) => {
    const purchase = await lockCharged(tx, seen);
    if (purchase.state !== "payment_pending") return purchase;
    const noted = await updateCharged(tx, purchase, failureColumns(failure));
    return { ...noted, settleDueAt: seen.settleDueAt };
  });
}

function failureOf(answer: Exclude<Answer<never>, { kind: "ok" }>): Failure {
  if (answer.kind === "declined") return answer.decline;
  const code = answer.kind === "missing" ? "payment_method_missing" : answer.code;
  return { code, declineCode: null, detail: answer.detail };
}

async function capture<R extends ChargedRow>(
  ctx: Context,
  seen: R,
  { chargeId, lookAgain }: { chargeId: string; lookAgain: boolean },
): Promise<SettleOutcome<R>> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { purchase, dueAt } = await lockSeen(tx, seen);
    if (purchase.state !== "payment_pending") return untroubled(purchase);
    const paid = {
      state: "in_escrow",
      chargeId,
      paidAt: now,
      settleAttempts: 0,
      failureCode: null,
      declineCode: null,
      failureDetail: null,
    } as const;
    const posting = { now, posting: "captured" } as const;
    if (isPurse(purchase)) {
      const settleDueAt = dueAt(lookAgain ? now : null);
      const captured = await moveCharged(tx, purchase, { ...paid, settleDueAt }, posting);
      await auditPaid(tx, captured, now);
      await fundPending(tx, ctx, captured, now);
      if (freeCents(captured) > 0) return untroubled(captured);
      return untroubled((await endPurse(tx, captured, { actor: settler, now })) as R & PurseRow);
    }
    const releaseDueAt = escrowEnd(ctx, purchase, now);
    const settleDueAt = dueAt(lookAgain ? now : lastLookAt({ releaseDueAt }, now));
    const change = { ...paid, releaseDueAt, settleDueAt };
    const captured = await movePurchase(tx, purchase, change, posting);
    await auditPaid(tx, captured, now);
    await beginEscrow(tx, captured, { isBundled: false, now });
    return untroubled(captured as typeof purchase);
  });
}

function auditPaid(tx: Database, row: ChargedRow, now: Date): Promise<void> {
  const detail = { charge_id: row.chargeId };
  return auditCharged(tx, row, { actor: settler, action: "purchase.paid", detail }, now);
}

function overdue(ctx: Context, { actionAskedAt }: ChargedRow): Failure {
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
async function end<R extends ChargedRow>(
  ctx: Context,
  seen: R,
  state: "payment_failed" | "expired",
  failure: Failure,
): Promise<SettleOutcome<R>> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { purchase, dueAt } = await lockSeen(tx, seen);
    const isSame = purchase.paymentIntentId === seen.paymentIntentId;
    if (purchase.state !== "payment_pending" || !isSame) return untroubled(purchase);
    const told = unpaidEnd(purchase, { state, failure });
    const ended = await moveCharged(
      tx,
      purchase,
      { state: told.state, settleDueAt: dueAt(null), ...failureColumns(told.failure) },
      { now },
    );
    const detail = { code: told.failure.code, decline_code: told.failure.declineCode };
    const step = { actor: settler, action: `purchase.${told.state}`, detail } as const;
    await auditCharged(tx, purchase, step, now);
    if (isPurse(ended)) await endPending(tx, ended, now);
    return untroubled(ended);
  });
}
