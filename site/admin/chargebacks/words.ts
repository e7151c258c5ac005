import type { ChargebackFilter } from "../../../db/queries/purchases/chargeback-lists.ts";
import type { ChargebackView, StepView } from "../../../market/administration/read-chargebacks.ts";
import type { ChargebackStep } from "../../../market/purchase/chargeback/rules.ts";
import type {
  EvidenceFileField,
  EvidenceText,
} from "../../../market/purchase/chargeback/schemas.ts";
import type { Tone } from "../../kit/parts.tsx";

export const chargebackFilterWords: Record<ChargebackFilter, { label: string }> = {
  open: { label: "Open" },
  owed: { label: "Lost, with a debt" },
  ended: { label: "Ended" },
};

type ChargebackSummary = Pick<
  ChargebackView,
  "state" | "evidenceSubmittedAt" | "debtCents" | "openCents"
> &
  Pick<ChargebackView, "claimedCents">;

/** The chargeback's state in two words. */
export function standingOf(chargeback: ChargebackSummary): { label: string; tone: Tone } {
  const { state, evidenceSubmittedAt, openCents, claimedCents } = chargeback;
  if (state === "won") return { label: "Won", tone: "good" };
  if (state === "lost" && openCents + claimedCents > 0) {
    return { label: "Lost, with a debt", tone: "bad" };
  }
  if (state === "lost") return { label: "Lost", tone: "plain" };
  if (evidenceSubmittedAt !== null) return { label: "Answered", tone: "accent" };
  return { label: "Needs an answer", tone: "warn" };
}

/** A provider's code in words: `product_not_received` becomes "product not received". */
export function codeWords(code: string): string {
  return code.replaceAll("_", " ");
}

export const stepWords: Record<ChargebackStep, string> = {
  save_draft: "Write evidence",
  send_draft: "Send the draft to the provider",
  submit_evidence: "Submit evidence to the bank",
  accept_loss: "Accept the loss",
  reverse_transfer: "Take the payout back",
  write_off: "Write the debt off",
};

export const stepStateWords: Record<StepView["state"], { label: string; tone: Tone }> = {
  owed: { label: "On its way", tone: "accent" },
  done: { label: "Done", tone: "good" },
  refused: { label: "Refused by the provider", tone: "bad" },
};

type TextWords = { label: string; hint?: string; isLine?: boolean };

export const evidenceTextWords: Record<EvidenceText, TextWords> = {
  product_description: { label: "What was sold" },
  customer_name: { label: "The buyer's name", hint: "If known.", isLine: true },
  customer_email_address: { label: "The buyer's address", isLine: true },
  service_date: { label: "Date of the sale", isLine: true },
  access_activity_log: {
    label: "Downloads",
    hint: "From our log: when the buyer got a download address.",
  },
  refund_policy_disclosure: { label: "Refund terms shown before the purchase" },
  refund_refusal_explanation: { label: "Why it is not refunded" },
  cancellation_rebuttal: { label: "Why it was not cancelled" },
  uncategorized_text: { label: "Anything else" },
};

export const evidenceFileWords: Record<EvidenceFileField, string> = {
  uncategorized_file: "Anything else",
  service_documentation: "Proof of the delivery",
  customer_communication: "Messages with the buyer",
  receipt: "Receipt",
};
