/** The words of the mail that the ledger and the payment provider differ. Pure. */
import { counted } from "../../counted.ts";
import { moneyText } from "../../pricing.ts";
import type { MailWords } from "../layout.ts";

export type ReconciliationMailFacts = {
  runId: string;
  /** `2026-11-22`, in UTC. */
  day: string;
  open: number;
  /** By currency, in cents. */
  differences: Record<string, number>;
};

/** `siteUrl` has no slash at its end. */
export function reconciliationWords(facts: ReconciliationMailFacts, siteUrl: string): MailWords {
  const { runId, day, open, differences } = facts;
  const amounts = Object.entries(differences).map(([currency, cents]) =>
    moneyText(cents, currency),
  );
  const stand = counted(open, "difference stands", "differences stand");
  return {
    subject: `The books differ from the payment provider: ${day}`,
    paragraphs: [
      `The reconciliation of ${day} found something new. ${stand} open, of ${amounts.join(" and ")} in all.`,
      "Each is listed with what the ledger says and what the provider says. One that mends itself is resolved by the run of a later day.",
    ],
    action: { label: "See what was found", url: `${siteUrl}/admin/reconciliation/${runId}` },
  };
}
