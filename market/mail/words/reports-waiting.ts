/** The words of the daily mail that reports of datasets wait, to the administrators. Pure. */
import { agreeing, counted } from "../../counted.ts";
import type { MailWords } from "../layout.ts";

export type ReportsWaitingFacts = { datasets: number; appeals: number };

/** `siteUrl` has no slash at its end. */
export function reportsWaitingWords(facts: ReportsWaitingFacts, siteUrl: string): MailWords {
  const { datasets, appeals } = facts;
  const waiting = [
    ...(datasets === 0 ? [] : [counted(datasets, "reported dataset", "reported datasets")]),
    ...(appeals === 0 ? [] : [counted(appeals, "appeal", "appeals")]),
  ].join(" and ");
  return {
    subject: `To decide: ${waiting}`,
    paragraphs: [
      `${waiting} ${agreeing(datasets + appeals, "waits", "wait")} for an administrator.`,
      "Who reported and who sells are told what you decide, with your reasons. You are mailed once a day, as long as something waits.",
    ],
    action: {
      label: datasets === 0 ? "See the appeals" : "See what was reported",
      url: `${siteUrl}/admin/reports${datasets === 0 ? "?of=appeals" : ""}`,
    },
  };
}
