/** The evidence of a dispute: its fields, their limits, and when Stripe no longer accepts it. */
import type Stripe from "stripe";
import { z } from "zod";
import type { Call } from "../http/call.ts";
import { invalidRequest, noSuch } from "../http/failure.ts";
import type { FieldsOf } from "../http/params.ts";

const FIELD_CHARS_MAX = 20_000;
const CHARS_MAX = 150_000;

const text = z.string().max(FIELD_CHARS_MAX);
const fileId = z.string();

const textFields = {
  access_activity_log: text,
  billing_address: text,
  cancellation_policy_disclosure: text,
  cancellation_rebuttal: text,
  customer_email_address: text,
  customer_name: text,
  customer_purchase_ip: text,
  duplicate_charge_explanation: text,
  duplicate_charge_id: text,
  product_description: text,
  refund_policy_disclosure: text,
  refund_refusal_explanation: text,
  service_date: text,
  shipping_address: text,
  shipping_carrier: text,
  shipping_date: text,
  shipping_tracking_number: text,
  uncategorized_text: text,
} satisfies FieldsOf<Stripe.DisputeUpdateParams.Evidence>;

const fileFields = {
  cancellation_policy: fileId,
  customer_communication: fileId,
  customer_signature: fileId,
  duplicate_charge_documentation: fileId,
  receipt: fileId,
  refund_policy: fileId,
  service_documentation: fileId,
  shipping_documentation: fileId,
  uncategorized_file: fileId,
} satisfies FieldsOf<Stripe.DisputeUpdateParams.Evidence>;

export const evidenceSchema = z
  .strictObject({ ...textFields, ...fileFields })
  .partial()
  .superRefine((evidence, context) => {
    const chars = Object.values(evidence).reduce((sum, one) => sum + (one?.length ?? 0), 0);
    if (chars <= CHARS_MAX) return;
    const message = `The combined character count of all fields is limited to ${CHARS_MAX}.`;
    context.addIssue({ code: "custom", message });
  });
export type GivenEvidence = z.output<typeof evidenceSchema>;

/** Throws if the bank no longer accepts evidence, or if a file was not uploaded as evidence. */
export function checkEvidence(call: Call, dispute: Stripe.Dispute, given: GivenEvidence): void {
  const { due_by: dueBy, submission_count: submissions } = dispute.evidence_details;
  if (submissions > 0) {
    throw invalidRequest({ message: "Evidence for this dispute has already been submitted." });
  }
  if (dueBy !== null && dueBy <= call.now) {
    throw invalidRequest({ message: "The deadline for submitting evidence has passed." });
  }
  for (const field of Object.keys(fileFields) as (keyof typeof fileFields)[]) {
    const id = given[field];
    if (id === undefined || id === "") continue;
    const param = `evidence[${field}]`;
    const file = call.store.find("file", id);
    if (file === undefined) throw noSuch("file upload", id, param, 400);
    if (file.purpose === "dispute_evidence") continue;
    throw invalidRequest({ message: "The file has another purpose than evidence.", param });
  }
}
