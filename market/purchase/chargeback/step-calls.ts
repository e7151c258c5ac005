/** The provider calls of each chargeback step: look whether it is done, then act. */
import type { ChargebackStepRow } from "../../../db/queries/purchases/chargeback-steps.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { ChargebackStepKind } from "../../../db/vocabulary/purchase.ts";
import type { Answer, BankDispute, EvidenceFields } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { providerDisputeId } from "./rules.ts";
import type { Evidence } from "./schemas.ts";

/** `providerId` identifies what was created; null where the step creates nothing. */
export type StepOutcome = { providerId: string | null };
type Call<Value> = (
  payments: Context["payments"],
  of: { step: ChargebackStepRow; purchase: PurchaseRow },
  idempotencyKey: string,
) => Promise<Answer<Value>>;

type StepCalls = {
  /** Null: not done yet. */
  look: Call<StepOutcome | null>;
  act: Call<StepOutcome>;
};

export const stepCalls: Record<Exclude<ChargebackStepKind, "write_off">, StepCalls> = {
  // Sending the same draft again changes nothing, so there is no need to look first.
  send_draft: { look: async () => ({ kind: "ok", value: null }), act: send },
  submit_evidence: {
    look: (payments, { step }) => lookAt(payments, step, ({ isAnswered }) => isAnswered),
    act: send,
  },
  accept_loss: {
    look: (payments, { step }) => lookAt(payments, step, ({ state }) => state === "lost"),
    act: async (payments, { step }, key) =>
      mapped(
        await payments.closeBankDispute(providerDisputeId(step.chargebackId), key),
        () => null,
      ),
  },
  reverse_transfer: {
    look: async (payments, { step, purchase }) => {
      const of = { transferId: transferOf(purchase), stepId: step.id };
      const answer = await payments.findReversal(of);
      if (answer.kind !== "ok" || answer.value !== null) return mapped(answer, idOf);
      return { kind: "ok", value: null };
    },
    act: async (payments, { step, purchase }, key) => {
      const { id: stepId, amountCents } = step;
      const of = { transferId: transferOf(purchase), stepId, amountCents };
      return mapped(await payments.createReversal(of, key), idOf);
    },
  },
};

const idOf = (made: { id: string } | null): string | null => made?.id ?? null;

function mapped<T>(answer: Answer<T>, id: (value: T) => string | null): Answer<StepOutcome> {
  if (answer.kind !== "ok") return answer;
  return { kind: "ok", value: { providerId: id(answer.value) } };
}

async function send(
  payments: Context["payments"],
  { step }: { step: ChargebackStepRow },
  key: string,
): Promise<Answer<StepOutcome>> {
  const isSubmitted = step.kind === "submit_evidence";
  const fields = evidenceFields(step.evidence);
  const of = { disputeId: providerDisputeId(step.chargebackId), fields, isSubmitted };
  return mapped(await payments.sendEvidence(of, key), () => null);
}

async function lookAt(
  payments: Context["payments"],
  { chargebackId }: ChargebackStepRow,
  isDone: (dispute: BankDispute) => boolean,
): Promise<Answer<StepOutcome | null>> {
  const answer = await payments.readBankDispute(providerDisputeId(chargebackId));
  if (answer.kind !== "ok") return answer;
  return { kind: "ok", value: isDone(answer.value) ? { providerId: null } : null };
}

function evidenceFields(evidence: Evidence | null): EvidenceFields {
  if (evidence === null) return {};
  const files = Object.entries(evidence.files).map(([field, file]) => [field, file.id]);
  return { ...evidence.texts, ...Object.fromEntries(files) };
}

function transferOf({ id, transferId }: PurchaseRow): string {
  if (transferId === null) throw new Error(`purchase ${id} was never transferred`);
  return transferId;
}
