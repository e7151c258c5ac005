import { counted } from "../../counted.ts";
import { moneyText } from "../../pricing.ts";
import type { MailWords } from "../layout.ts";

export type ReconciliationMailFacts = {
  runId: string;
  /** A UTC day, `2026-11-22`. */
  day: string;
  open: number;
  /** Cents by currency. */
  differences: Record<string, number>;
};

/** `siteUrl` has no trailing slash. */
export function reconciliationWords(facts: ReconciliationMailFacts, siteUrl: string): MailWords {
  const { runId, day, open, differences } = facts;
  const amounts = Object.entries(differences).map(([currency, cents]) =>
    moneyText(cents, currency),
  );
  const stand = counted(open, "difference stands", "differences stand");
  return {
    subject: `The books differ from the payment provider: ${day}`,
    paragraphs: [
      `The reconciliation of ${day} has new findings. ${stand} open, for ${amounts.join(" and ")} in total.`,
      "Each finding shows the ledger's and the provider's value. A later run resolves a finding once both values agree.",
    ],
    action: { label: "Review the findings", url: `${siteUrl}/admin/reconciliation/${runId}` },
  };
}
