import { agreeing, counted } from "../../counted.ts";
import type { MailWords } from "../layout.ts";

export type ReportsWaitingFacts = { datasets: number; appeals: number };

/** `siteUrl` has no trailing slash. */
export function reportsWaitingWords(facts: ReportsWaitingFacts, siteUrl: string): MailWords {
  const { datasets, appeals } = facts;
  const waiting = [
    ...(datasets === 0 ? [] : [counted(datasets, "reported dataset", "reported datasets")]),
    ...(appeals === 0 ? [] : [counted(appeals, "appeal", "appeals")]),
  ].join(" and ");
  return {
    subject: `Awaiting your decision: ${waiting}`,
    paragraphs: [
      `${waiting} ${agreeing(datasets + appeals, "waits", "wait")} for an administrator.`,
      "Reporters and sellers get your decision with your reasons. We send this e-mail once a day while decisions are open.",
    ],
    action: {
      label: datasets === 0 ? "Review the appeals" : "Review the reports",
      url: `${siteUrl}/admin/reports${datasets === 0 ? "?of=appeals" : ""}`,
    },
  };
}
