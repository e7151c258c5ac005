import { moneyText } from "../../pricing.ts";
import type { MailWords } from "../layout.ts";

export type EvidenceMailFacts = {
  chargebackId: string;
  amountCents: number;
  currency: string;
  evidenceDueAt: Date;
};

/** `siteUrl` has no trailing slash. */
export function evidenceDueWords(facts: EvidenceMailFacts, siteUrl: string): MailWords {
  const { chargebackId, amountCents, currency, evidenceDueAt } = facts;
  const dueAt = `${evidenceDueAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: `A chargeback still needs an answer: ${moneyText(amountCents, currency)}`,
    paragraphs: [
      `The bank accepts evidence for the chargeback ${chargebackId} until ${dueAt}. Nobody has sent any.`,
      "Submit evidence or accept the loss. Without evidence the chargeback is lost. We send this reminder once a day.",
    ],
    action: { label: "See the chargeback", url: `${siteUrl}/admin/chargebacks/${chargebackId}` },
  };
}
