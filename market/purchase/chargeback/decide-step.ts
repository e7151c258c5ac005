import type { Database } from "../../../db/client.ts";
import { insertStep } from "../../../db/queries/purchases/chargeback-steps.ts";
import { type ChargebackRow, updateChargeback } from "../../../db/queries/purchases/chargebacks.ts";
import { type PurchaseRow, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { moneyText } from "../../pricing.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { postOnce } from "../post-once.ts";
import { mailPurchase } from "../settlement/end-escrow.ts";
import { notifySellerOfDebt } from "./debt-events.ts";
import { lockDecided } from "./lock-decided.ts";
import { obstaclesTo, reversalCentsMax, type StepFacts } from "./rules.ts";
import { isEvidenceStep, type StepBody } from "./schemas.ts";
import { readStepFacts } from "./step-facts.ts";

type Locked = { tx: Database; purchase: PurchaseRow; row: ChargebackRow; facts: StepFacts };

/**
 * Records the step. The clock then takes steps that need the provider, within a second or two; a
 * write-off is done here. Locks the purchase, then its chargeback.
 * Errors: chargeback_not_found, party_to_dispute, chargeback_step_closed.
 */
export async function decideStep(
  ctx: Context,
  admin: AdminActor,
  chargebackId: string,
  body: StepBody,
): Promise<{ stepId: string }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { purchase, row } = await lockDecided(tx, admin, chargebackId);
    const facts = await readStepFacts(tx, row, now);
    const [obstacle] = obstaclesTo(body.step, facts);
    if (obstacle !== undefined) throw closed(obstacle);
    const locked = { tx, purchase, row, facts };
    const amountCents = amountOf(locked, body);
    const { step: kind, reason } = body;
    const isDone = kind === "write_off";
    const step = await insertStep(tx, {
      ...{ chargebackId, kind, reason, amountCents },
      state: isDone ? "done" : "owed",
      accountId: admin.accountId,
      evidence: isEvidenceStep(kind) ? row.evidence : null,
      dueAt: isDone ? null : now,
      endedAt: isDone ? now : null,
      createdAt: now,
    });
    if (kind === "reverse_transfer") await claim(locked, amountCents);
    if (isDone) await writeOff(locked, { admin, amountCents, reason, stepId: step.id });
    else await note(locked, { admin, kind, reason, amountCents });
    return { stepId: step.id };
  });
}

function amountOf({ facts, row }: Locked, { step, amount_cents: asked }: StepBody): number {
  if (step === "write_off") return facts.openDebtCents;
  if (step !== "reverse_transfer") return 0;
  const most = reversalCentsMax(facts);
  const amountCents = asked ?? most;
  if (amountCents <= most) return amountCents;
  const detail = `At most ${moneyText(most, row.currency)} can be taken back.`;
  throw new MarketError("chargeback_step_closed", detail, {
    faults: [{ pointer: "/amount_cents", code: "too_big", detail }],
  });
}

function closed(obstacle: string): MarketError {
  return new MarketError("chargeback_step_closed", obstacle);
}

async function claim({ tx, row }: Locked, amountCents: number): Promise<void> {
  await updateChargeback(tx, row.id, { claimedCents: row.claimedCents + amountCents });
}

type Noted = { admin: AdminActor; kind: string; reason: string; amountCents: number };

async function note({ tx, purchase, row, facts }: Locked, noted: Noted): Promise<void> {
  const { admin, kind, reason, amountCents } = noted;
  const detail = {
    dispute_id: row.id,
    step: kind,
    ...(reason === "" ? {} : { reason }),
    ...(amountCents === 0 ? {} : { amount_cents: amountCents }),
  };
  const step = { actor: admin, action: "purchase.chargeback_step", detail } as const;
  await auditPurchase(tx, purchase.id, step, facts.now);
}

type WrittenOff = { admin: AdminActor; amountCents: number; reason: string; stepId: string };

/** The platform waives the seller's debt. The posting names the step, because there may be several. */
async function writeOff(
  { tx, purchase, row, facts }: Locked,
  { admin, amountCents, reason, stepId }: WrittenOff,
): Promise<void> {
  const { now } = facts;
  await updateChargeback(tx, row.id, { writtenOffCents: row.writtenOffCents + amountCents });
  await postOnce(tx, purchase, { posting: "written_off", reference: stepId, amountCents, now });
  const detail = { dispute_id: row.id, amount_cents: amountCents, reason };
  const step = { actor: admin, action: "purchase.debt_written_off", detail } as const;
  await auditPurchase(tx, purchase.id, step, now);
  await updatePurchase(tx, purchase, { updatedAt: now });
  const type = "purchase.debt_written_off";
  await notifySellerOfDebt(tx, purchase, { type, amountCents, owedCents: 0, now });
  await mailPurchase(tx, purchase.id, "debt_written_off_seller", now);
}
