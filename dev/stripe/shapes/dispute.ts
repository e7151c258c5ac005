/** A new dispute, with Stripe's keys. */
import type Stripe from "stripe";
import { daySeconds } from "../../../platform/time.ts";
import { newId } from "../http/ids.ts";

const ANSWER_SECONDS_MAX = 9 * daySeconds;

const evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} satisfies Stripe.Dispute.Evidence;

/** The network's codes for the reasons of the test cards. */
const networkCodes = { fraudulent: "10.4", product_not_received: "13.1" };

export function newDispute(
  charge: Stripe.Charge,
  { reason, isInquiry }: { reason: keyof typeof networkCodes; isInquiry: boolean },
  { created }: { created: number },
): Stripe.Dispute {
  const card = charge.payment_method_details?.card;
  return {
    id: newId("dp"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...evidence },
    evidence_details: {
      due_by: created + ANSWER_SECONDS_MAX,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: card?.brand ?? "visa",
        case_type: isInquiry ? "inquiry" : "chargeback",
        network: card?.network ?? "visa",
        network_reason_code: networkCodes[reason],
      },
      type: "card",
    },
    reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
  };
}
