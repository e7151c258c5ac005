/** Carries out administrators' chargeback steps at the payment provider. */
import {
  type ChargebackStepRow,
  claimDueStep,
  updateStep,
} from "../../../db/queries/purchases/chargeback-steps.ts";
import { findChargeback } from "../../../db/queries/purchases/chargebacks.ts";
import { findPurchase } from "../../../db/queries/purchases/purchases.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Answer } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { SETTLE_LEASE_SECONDS } from "../../limits.ts";
import { settleBackoffSeconds } from "../settlement/rules.ts";
import { endStep, refuseStep } from "./end-step.ts";
import { stepCalls } from "./step-calls.ts";

const stepsPerRunMax = 100;

type Deps = { ctx: Context; log: Logger };
type Failed = Exclude<Answer<never>, { kind: "ok" }>;

/**
 * Takes the due steps one after the other; returns how many. Any number of processes may run it at
 * once. If one dies, its step is due again when the lease ends; the retry first checks what the
 * provider has already done.
 */
export async function driveDueSteps({ ctx, log }: Deps): Promise<number> {
  for (let taken = 0; taken < stepsPerRunMax; taken += 1) {
    const now = ctx.now();
    const leaseUntil = new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000);
    const step = await claimDueStep(ctx.db, { now, leaseUntil });
    if (step === null) return taken;
    await driveOne({ ctx, log }, step);
  }
  return stepsPerRunMax;
}

/** A failed step is due again when its lease ends, and does not delay the others. */
async function driveOne({ ctx, log }: Deps, step: ChargebackStepRow): Promise<void> {
  const about = { chargebackId: step.chargebackId, step: step.kind };
  try {
    const trouble = await drive(ctx, step);
    if (trouble === null) return;
    log.warn({ ...about, trouble }, "a chargeback step has not finished");
  } catch (error) {
    log.error({ err: error, ...about }, "a chargeback step failed and will be retried");
  }
}

async function drive(ctx: Context, step: ChargebackStepRow): Promise<string | null> {
  const { kind } = step;
  const chargeback = await findChargeback(ctx.db, step.chargebackId);
  const purchase = chargeback && (await findPurchase(ctx.db, chargeback.purchaseId));
  if (purchase === null || kind === "write_off")
    throw new Error(`step ${step.id} needs no provider`);
  const { look, act } = stepCalls[kind];
  const key = `chargeback-step-${step.id}-${step.keyGeneration}`;
  const of = { step, purchase };
  const found = await look(ctx.payments, of, key);
  if (found.kind !== "ok") return putOff(ctx, step, { failed: found, isKeySpent: false });
  if (found.value !== null) return endStep(ctx, of, found.value);
  const answer = await act(ctx.payments, of, key);
  if (answer.kind === "ok") return endStep(ctx, of, answer.value);
  if (answer.kind !== "unknown") return refuseStep(ctx, of, detailOf(answer));
  return putOff(ctx, step, { failed: answer, isKeySpent: answer.answered });
}

async function putOff(
  ctx: Context,
  step: ChargebackStepRow,
  { failed, isKeySpent }: { failed: Failed; isKeySpent: boolean },
): Promise<string> {
  const seconds = settleBackoffSeconds(step.attempts);
  await updateStep(ctx.db, step.id, {
    dueAt: new Date(ctx.now().getTime() + seconds * 1000),
    keyGeneration: step.keyGeneration + (isKeySpent ? 1 : 0),
  });
  return detailOf(failed);
}

function detailOf(failed: Failed): string {
  return failed.kind === "declined" ? failed.decline.detail : failed.detail;
}
