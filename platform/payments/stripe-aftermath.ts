/** The payment port's Stripe calls after a payment: disputes, evidence, reversals. */
import type Stripe from "stripe";
import type { EvidenceFields, Payments } from "./port.ts";
import { ask, toBankDispute } from "./stripe-answers.ts";

type DisputeCalls = Pick<
  Payments,
  "listBankDisputes" | "readBankDispute" | "sendEvidence" | "closeBankDispute" | "uploadEvidence"
>;

/** https://docs.stripe.com/disputes/api */
export function disputesOf(stripe: Stripe): DisputeCalls {
  return {
    listBankDisputes: (intentId) =>
      ask(async () => {
        const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 100 });
        return data.map(toBankDispute);
      }),
    readBankDispute: (disputeId) =>
      ask(async () => toBankDispute(await stripe.disputes.retrieve(disputeId))),
    sendEvidence: ({ disputeId, fields, isSubmitted }, idempotencyKey) =>
      ask(async () => {
        const evidence: EvidenceFields & Stripe.DisputeUpdateParams.Evidence = fields;
        const params = { evidence, submit: isSubmitted };
        return toBankDispute(await stripe.disputes.update(disputeId, params, { idempotencyKey }));
      }),
    closeBankDispute: (disputeId, idempotencyKey) =>
      ask(async () =>
        toBankDispute(await stripe.disputes.close(disputeId, {}, { idempotencyKey })),
      ),
    uploadEvidence: ({ name, mediaType, bytes }, idempotencyKey) =>
      ask(async () => {
        const file = { data: bytes, name, type: mediaType };
        const params = { purpose: "dispute_evidence" as const, file };
        const { id } = await stripe.files.create(params, { idempotencyKey });
        return { id };
      }),
  };
}

type ReversalCalls = Pick<Payments, "findReversal" | "createReversal">;

/** https://docs.stripe.com/connect/separate-charges-and-transfers#reverse-transfers */
export function reversalsOf(stripe: Stripe): ReversalCalls {
  return {
    findReversal: ({ transferId, stepId }) =>
      ask(async () => {
        const { data } = await stripe.transfers.listReversals(transferId, { limit: 100 });
        const made = data.find(({ metadata }) => metadata?.step_id === stepId);
        return made === undefined ? null : { id: made.id, amountCents: made.amount };
      }),
    createReversal: ({ transferId, stepId, amountCents }, idempotencyKey) =>
      ask(async () => {
        const params = { amount: amountCents, metadata: { step_id: stepId } };
        const made = await stripe.transfers.createReversal(transferId, params, { idempotencyKey });
        return { id: made.id, amountCents: made.amount };
      }),
  };
}
