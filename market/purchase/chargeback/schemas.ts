import { z } from "zod";
import { chargebackStepKinds } from "../../../db/vocabulary/purchase.ts";
import { countCharacters } from "../../characters.ts";
import { STEP_REASON_CHARS_MAX } from "../../limits.ts";
import { prose } from "../../text.ts";
import { EVIDENCE_CHARS_MAX, EVIDENCE_FIELD_CHARS_MAX } from "../limits.ts";

/** The provider's text fields that apply to a downloadable file. */
export const evidenceTexts = [
  "product_description",
  "customer_name",
  "customer_email_address",
  "service_date",
  "access_activity_log",
  "refund_policy_disclosure",
  "refund_refusal_explanation",
  "cancellation_rebuttal",
  "uncategorized_text",
] as const;
export type EvidenceText = (typeof evidenceTexts)[number];

/** The provider's file fields; each takes one file. */
export const evidenceFiles = [
  "uncategorized_file",
  "service_documentation",
  "customer_communication",
  "receipt",
] as const;
export type EvidenceFileField = (typeof evidenceFiles)[number];

/** A file that the provider has stored. */
export type EvidenceFile = { id: string; name: string; byteSize: number };

export type Evidence = {
  texts: Partial<Record<EvidenceText, string>>;
  files: Partial<Record<EvidenceFileField, EvidenceFile>>;
};

const text = prose(EVIDENCE_FIELD_CHARS_MAX).optional();

const textFields = Object.fromEntries(evidenceTexts.map((name) => [name, text])) as Record<
  EvidenceText,
  typeof text
>;

/** A draft's texts; an omitted one is cleared. */
export const evidenceBody = z
  .strictObject(textFields)
  .refine((texts) => charsOf(Object.values(texts)) <= EVIDENCE_CHARS_MAX, {
    error: `All texts together may have at most ${EVIDENCE_CHARS_MAX} characters.`,
  });

export type EvidenceBody = z.infer<typeof evidenceBody>;

function charsOf(texts: (string | undefined)[]): number {
  return texts.reduce((sum, one) => sum + countCharacters(one ?? ""), 0);
}

/** Steps about money need a reason; evidence does not. */
export const stepBody = z
  .strictObject({
    step: z.enum(chargebackStepKinds),
    reason: z.union([z.literal(""), prose(STEP_REASON_CHARS_MAX)]).default(""),
    /** For a reversal: how much of the transfer, in cents. */
    amount_cents: z.int().min(1).optional(),
  })
  .refine(({ step, reason }) => isEvidenceStep(step) || reason !== "", {
    path: ["reason"],
    error: "Say why.",
  });
export type StepBody = z.infer<typeof stepBody>;

const evidenceStepKinds = ["send_draft", "submit_evidence"] as const;

export function isEvidenceStep(step: string): boolean {
  return (evidenceStepKinds as readonly string[]).includes(step);
}
