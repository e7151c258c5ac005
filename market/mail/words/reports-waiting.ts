import { agreeing, counted } from "../../counted.ts";
import type { MailWords } from "../layout.ts";

export type ReportsWaitingFacts = { reported: number; appeals: number };

/** `siteUrl` has no trailing slash. */
export function reportsWaitingWords(facts: ReportsWaitingFacts, siteUrl: string): MailWords {
  const { reported, appeals } = facts;
  const waiting = [
    ...(reported === 0 ? [] : [counted(reported, "reported item")]),
    ...(appeals === 0 ? [] : [counted(appeals, "appeal")]),
  ].join(" and ");
  return {
    subject: `Awaiting your decision: ${waiting}`,
    paragraphs: [
      `${waiting} ${agreeing(reported + appeals, "waits", "wait")} for an administrator.`,
      "Both sides get your decision with your reasons. We send this e-mail once a day while decisions are open.",
    ],
    action: {
      label: reported === 0 ? "Review the appeals" : "Review the reports",
      url: `${siteUrl}/admin/reports${reported === 0 ? "?of=appeals" : ""}`,
    },
  };
}
