/** Records how a chargeback step ended, with its postings and events. */
import type { Database } from "../../../db/client.ts";
import {
  type ChargebackStepRow,
  lockOwedStep,
  updateStep,
} from "../../../db/queries/purchases/chargeback-steps.ts";
import {
  type ChargebackRow,
  lockChargeback,
  updateChargeback,
} from "../../../db/queries/purchases/chargebacks.ts";
import {
  lockPurchase,
  type PurchaseRow,
  updatePurchase,
} from "../../../db/queries/purchases/purchases.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { postOnce } from "../post-once.ts";
import { mailPurchase } from "../settlement/end-escrow.ts";
import { settler } from "../settlement/outcome.ts";
import { notifySellerOfDebt } from "./debt-events.ts";
import { noteAnswer } from "./note-answer.ts";
import { openDebtCents } from "./rules.ts";
import type { StepOutcome } from "./step-calls.ts";

type Driven = { step: ChargebackStepRow; purchase: { id: string } };
type Locked = { tx: Database; step: ChargebackStepRow; purchase: PurchaseRow; row: ChargebackRow };
type Deps = Pick<Context, "db" | "now">;

/** Returns null if another process has already recorded it. */
export async function endStep(
  ctx: Deps,
  driven: Driven,
  { providerId }: StepOutcome,
): Promise<null> {
  const now = ctx.now();
  await withLocks(ctx, driven, async (locked) => {
    const { tx, step, purchase, row } = locked;
    await updateStep(tx, step.id, { state: "done", providerId, dueAt: null, endedAt: now });
    if (step.kind === "reverse_transfer") return reversed(locked, providerId ?? step.id, now);
    if (step.kind === "submit_evidence") await noteAnswer(tx, { purchase, row, now });
    // The bank's reaction may come without a webhook, so look for it.
    await updatePurchase(tx, purchase, { settleDueAt: now });
  });
  return null;
}

/** The provider refuses the step: the debt stays open. Returns the reason for the log. */
export async function refuseStep(ctx: Deps, driven: Driven, refusal: string): Promise<string> {
  const now = ctx.now();
  await withLocks(ctx, driven, async ({ tx, step, purchase, row }) => {
    await updateStep(tx, step.id, { state: "refused", refusal, dueAt: null, endedAt: now });
    const claimedCents = row.claimedCents - step.amountCents;
    await updateChargeback(tx, row.id, { claimedCents });
    const detail = { dispute_id: row.id, step: step.kind, refusal };
    const audited = { actor: settler, action: "purchase.chargeback_step_refused", detail } as const;
    await auditPurchase(tx, purchase.id, audited, now);
  });
  return refusal;
}

/** Locks the purchase, its chargeback and the step, in this order; does nothing if the step has ended. */
async function withLocks(
  { db }: Deps,
  { step: { id, chargebackId }, purchase: { id: purchaseId } }: Driven,
  work: (locked: Locked) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    const row = await lockChargeback(tx, chargebackId);
    const step = await lockOwedStep(tx, id);
    if (purchase === null || row === null || step === null) return;
    await work({ tx, step, purchase, row });
  });
}

async function reversed(
  { tx, step, purchase, row }: Locked,
  reference: string,
  now: Date,
): Promise<void> {
  const { amountCents } = step;
  const change = {
    claimedCents: row.claimedCents - amountCents,
    recoveredCents: row.recoveredCents + amountCents,
  };
  await updateChargeback(tx, row.id, change);
  await postOnce(tx, purchase, { posting: "transfer_reversed", reference, amountCents, now });
  const detail = {
    dispute_id: row.id,
    reversal_id: reference,
    amount_cents: amountCents,
    reason: step.reason,
  };
  const audited = { actor: settler, action: "purchase.transfer_reversed", detail } as const;
  await auditPurchase(tx, purchase.id, audited, now);
  await updatePurchase(tx, purchase, { updatedAt: now });
  const type = "purchase.transfer_reversed";
  const owedCents = openDebtCents({ ...row, ...change });
  await notifySellerOfDebt(tx, purchase, { type, amountCents, owedCents, now });
  await mailPurchase(tx, purchase.id, "transfer_reversed_seller", now);
}
