/** Evaluates acceptance contracts of paid purchases, and decides about their money. */
import type { Database } from "../../../db/client.ts";
import { holdAccount } from "../../../db/queries/accounts/suspensions.ts";
import {
  type AcceptanceRow,
  claimDueAcceptance,
  findAcceptance,
  findDueAcceptances,
  updateAcceptance,
} from "../../../db/queries/purchases/acceptances.ts";
import {
  findPurchase,
  lockPurchase,
  type PurchaseRow,
} from "../../../db/queries/purchases/purchases.ts";
import { enqueueSubscriberCheck } from "../../../db/queries/subscriptions/subscriber-checks.ts";
import { findSubscription } from "../../../db/queries/subscriptions/subscriptions.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import type { Queries } from "../../../platform/query/port.ts";
import { hourMs } from "../../../platform/time.ts";
import type { AcceptanceResult } from "../../acceptance/results.ts";
import { nextAttempt } from "../../acceptance/rules.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../../purchase/audit-purchase.ts";
import { refundUndeliverable } from "../../purchase/delivery/paid-delivery.ts";
import { movePurchase } from "../../purchase/move-purchase.ts";
import { eachDue } from "../../purchase/settlement/each-due.ts";
import {
  mailPurchase,
  refundToBuyer,
  releaseToSeller,
} from "../../purchase/settlement/end-escrow.ts";
import { holdDisputed } from "../../purchase/settlement/hold-disputed.ts";
import { lookerBeforeRelease } from "../../purchase/settlement/look-before-release.ts";
import { type Decided, evaluateFile, evaluationLeaseMs, stateOf } from "./evaluate-file.ts";

const actor: SystemActor = { kind: "system", name: "acceptance" };
const heldPauseMs = hourMs;

/**
 * Evaluates due contracts; returns how many were decided. Any number of processes may run it at once, and
 * each may die anywhere: figures are computed first, and one transaction records them and moves the money.
 */
export async function evaluateDueAcceptances(
  ctx: Context,
  queries: Queries | null,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const due = await findDueAcceptances(ctx.db, { now: ctx.now(), rowsMax });
  return await eachDue(due, async (purchaseId) => {
    const now = ctx.now();
    const leaseUntil = new Date(now.getTime() + evaluationLeaseMs);
    const row = await claimDueAcceptance(ctx.db, purchaseId, { now, leaseUntil });
    return row !== null && (await evaluate(ctx, queries, row));
  });
}

async function evaluate(
  ctx: Context,
  queries: Queries | null,
  row: AcceptanceRow,
): Promise<boolean> {
  const purchase = await findPurchase(ctx.db, row.purchaseId);
  if (purchase === null) throw new Error(`purchase ${row.purchaseId} is gone`);
  if (purchase.state !== "in_escrow" || purchase.acceptance !== "pending") {
    await waitFor(ctx, purchase);
    return false;
  }
  const asOf = row.asOf ?? purchase.paidAt ?? ctx.now();
  const { listingId: datasetId } = purchase;
  const uploadId = row.uploadId ?? purchase.uploadId;
  const version = row.version ?? purchase.version;
  const { results, later } = await evaluateFile(ctx, queries, {
    terms: row.terms,
    file: { datasetId, uploadId, version },
    at: asOf,
    caller: `acceptance:${purchase.id}`,
  });
  const looked = stateOf(results) === "passed" ? await lookerBeforeRelease(ctx)(purchase.id) : null;
  if (looked?.kind === "fault") {
    await refundUndeliverable(ctx, purchase.id, looked.fault, uploadId);
    await updateAcceptance(ctx.db, purchase.id, { dueAt: null });
    return true;
  }
  const trouble = later ?? (looked?.kind === "unknown" ? looked.detail : null);
  const now = ctx.now();
  const next = trouble === null ? null : nextAttempt(asOf, row.attempts, now);
  if (next !== null) {
    await updateAcceptance(ctx.db, purchase.id, { dueAt: next, trouble });
    return false;
  }
  const state = trouble === null ? stateOf(results) : "undecided";
  const decision = { state, results, version: row.version, now };
  return await ctx.db.transaction((tx) => decide(tx, row.purchaseId, decision));
}

/** While the card's bank disputes the payment, it decides; a finished purchase needs no evaluation. */
async function waitFor({ db, now }: Context, { id, state }: PurchaseRow): Promise<void> {
  const isHeld = state === "disputed";
  await updateAcceptance(db, id, {
    dueAt: isHeld ? new Date(now().getTime() + heldPauseMs) : null,
  });
}

/** `version`: that of a subscription's period; null: the purchase's own. */
type Decision = {
  state: Decided;
  results: AcceptanceResult[];
  version: number | null;
  now: Date;
};

/**
 * Locks the seller's account first, as suspending does, then a period's check of its subscribers, as
 * that check does, then the purchase.
 */
async function decide(
  tx: Database,
  purchaseId: string,
  { state, results, version, now }: Decision,
): Promise<boolean> {
  const seen = await findPurchase(tx, purchaseId);
  const seller = seen === null ? null : await holdAccount(tx, seen.sellerAccountId);
  const subscriptionId = seen?.subscriptionId ?? null;
  // It delivers the version and notifies the subscriber.
  if (seen !== null && subscriptionId !== null && state !== "failed") {
    await enqueueSubscriberCheck(tx, seen.listingId, now);
  }
  const locked = await lockPurchase(tx, purchaseId);
  if (locked === null || seller === null) throw new Error(`purchase ${purchaseId} is gone`);
  if (locked.state !== "in_escrow" || locked.acceptance !== "pending") return false;
  const row = await findAcceptance(tx, purchaseId);
  // A newer version of the period came meanwhile, which is due itself.
  if (row?.version !== version) return false;
  await updateAcceptance(tx, purchaseId, { results, dueAt: null, decidedAt: now, trouble: null });
  const purchase = await movePurchase(tx, locked, { acceptance: state }, { now });
  const failed = results.filter(({ passed }) => passed !== true).map(({ pointer }) => pointer);
  const detail = { checks: results.length, ...(failed.length === 0 ? {} : { failed }) };
  await auditPurchase(
    tx,
    purchaseId,
    { actor, action: `purchase.acceptance_${state}`, detail },
    now,
  );
  const outcomes: Record<Decided, () => Promise<void>> = {
    async passed() {
      // A subscriber is notified of each version anyway, and a bundle's buyer was of all its files.
      const isNews = subscriptionId === null && purchase.purseId === null;
      if (isNews) await mailPurchase(tx, purchaseId, "accepted_buyer", now);
      // A suspended seller's money stays in escrow, as at its regular end.
      if (seller.suspendedAt !== null) return;
      if (await isPeriodInTrial(tx, purchase, now)) return;
      await releaseToSeller(tx, purchase, { actor, cause: "acceptance_passed", now });
    },
    async failed() {
      await refundToBuyer(tx, purchase, { actor, cause: "acceptance_failed", now });
    },
    async undecided() {
      await mailPurchase(tx, purchaseId, "undecided_buyer", now);
      const held = { actor, reason: "acceptance_undecided", detail: null, now } as const;
      await holdDisputed(tx, purchase, held);
    },
  };
  await outcomes[state]();
  return true;
}

/** A trial can be cancelled, so its money waits for the regular end of escrow. */
async function isPeriodInTrial(
  tx: Database,
  { subscriptionId, periodNumber }: PurchaseRow,
  now: Date,
): Promise<boolean> {
  if (subscriptionId === null || periodNumber !== 1) return false;
  const trialEndsAt = (await findSubscription(tx, subscriptionId))?.trialEndsAt ?? null;
  return trialEndsAt !== null && trialEndsAt > now;
}
