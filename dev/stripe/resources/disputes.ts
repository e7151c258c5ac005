/** `/v1/disputes`: chargebacks, which their test cards open at once. */
import type Stripe from "stripe";
import { z } from "zod";
import { type Call, operation } from "../http/call.ts";
import { invalidRequest } from "../http/failure.ts";
import { inPath, page } from "../http/lists.ts";
import { bool, expand, id, mergeMetadata, metadata, paging } from "../http/params.ts";
import { newDispute } from "../shapes/dispute.ts";
import { availableOnOf, move } from "./balance.ts";
import { checkEvidence, evidenceSchema } from "./evidence.ts";
import type { TestCard } from "./test-cards.ts";

const DISPUTE_FEE = 1500;

/** Opens the dispute of a charge; an inquiry moves no money. */
export function openDispute(
  call: Call,
  charge: Stripe.Charge,
  {
    reason,
    isInquiry,
    amount = charge.amount,
  }: NonNullable<TestCard["dispute"]> & { amount?: number },
): Stripe.Dispute {
  const dispute = { ...newDispute(charge, { reason, isInquiry }, { created: call.now }), amount };
  call.store.save({ ...charge, disputed: true });
  if (!isInquiry) moveFunds(call, dispute, charge, -1);
  call.store.save(dispute);
  call.emit("charge.dispute.created", dispute);
  if (!isInquiry) call.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

function moveFunds(
  call: Call,
  dispute: Stripe.Dispute,
  charge: Stripe.Charge,
  direction: 1 | -1,
): void {
  const movementId = move(call, {
    amount: direction * dispute.amount,
    currency: charge.currency,
    fee: direction < 0 ? DISPUTE_FEE : 0,
    type: "adjustment",
    available_on: availableOnOf(call, charge),
    source: dispute.id,
  });
  const movement = call.store.find("balance_transaction", movementId);
  if (movement !== undefined) dispute.balance_transactions.push(movement);
}

/** The texts with which a test decides its dispute (https://docs.stripe.com/testing#disputes). */
const verdicts: Record<string, "won" | "lost"> = {
  winning_evidence: "won",
  losing_evidence: "lost",
};
const closed: Stripe.Dispute.Status[] = ["won", "lost", "warning_closed"];

/** Closes an open dispute; throws for a closed one. */
export function decideDispute(call: Call, dispute: Stripe.Dispute, verdict: "won" | "lost"): void {
  if (closed.includes(dispute.status)) {
    throw invalidRequest({ message: "This dispute is already closed" });
  }
  const isInquiry = dispute.status.startsWith("warning");
  dispute.status = isInquiry ? "warning_closed" : verdict;
  // Money that the bank has left or returned can be refunded again.
  const charge = call.store.find("charge", String(dispute.charge));
  dispute.is_charge_refundable =
    dispute.status !== "lost" || dispute.amount < (charge?.amount ?? 0);
  const isReturned = verdict === "won" && !isInquiry && charge !== undefined;
  if (isReturned) moveFunds(call, dispute, charge, 1);
  call.store.save(dispute);
  if (isReturned) call.emit("charge.dispute.funds_reinstated", dispute);
  call.emit("charge.dispute.closed", dispute);
}

function open(call: Call): Stripe.Dispute {
  const dispute = inPath(call, "dispute", "dispute", "dispute");
  if (!closed.includes(dispute.status)) return dispute;
  throw invalidRequest({ message: "This dispute is already closed" });
}

function submit(dispute: Stripe.Dispute): void {
  dispute.evidence_details.submission_count += 1;
  dispute.evidence_details.submission_method = "manual";
  dispute.status = dispute.status.startsWith("warning") ? "warning_under_review" : "under_review";
}

export const disputeOperations = [
  operation(
    "GET /v1/disputes",
    z.strictObject({ ...paging, charge: id.optional(), payment_intent: id.optional() }),
    (call, input) => {
      const { charge, payment_intent } = input;
      return page(call.store.list("dispute", { charge, payment_intent }), input, "/v1/disputes");
    },
  ),
  operation("GET /v1/disputes/:id", z.strictObject({ expand }), (call) =>
    inPath(call, "dispute", "dispute", "dispute"),
  ),
  operation(
    "POST /v1/disputes/:id",
    z.strictObject({
      evidence: evidenceSchema.optional(),
      metadata: metadata.optional(),
      submit: bool.optional(),
      expand,
    }),
    (call, input) => {
      const dispute = open(call);
      dispute.metadata = mergeMetadata(dispute.metadata, input.metadata);
      const { evidence } = input;
      if (evidence !== undefined) {
        checkEvidence(call, dispute, evidence);
        Object.assign(dispute.evidence, evidence);
        dispute.evidence_details.has_evidence = true;
        if (input.submit !== false) submit(dispute);
      }
      call.store.save(dispute);
      call.emit("charge.dispute.updated", dispute);
      const isRead = dispute.evidence_details.submission_count > 0;
      const verdict = verdicts[String(evidence?.uncategorized_text)];
      if (isRead && verdict !== undefined) decideDispute(call, dispute, verdict);
      return dispute;
    },
  ),
  operation("POST /v1/disputes/:id/close", z.strictObject({ expand }), (call) => {
    const dispute = open(call);
    decideDispute(call, dispute, "lost");
    return dispute;
  }),
];
