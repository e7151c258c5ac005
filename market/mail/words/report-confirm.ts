/** The words of the mail by which a visitor confirms a report. Pure; nothing that was typed is in it. */
import { VISITOR_CONFIRM_DAYS } from "../../report/visitor/rules.ts";
import { type MailWords, timeText } from "../layout.ts";

export type ReportConfirmFacts = { title: string; askedAt: Date; reportUrl: string };

/** Whoever typed the address wrote the report: their words are mailed to nobody. */
export function reportConfirmWords({ title, askedAt, reportUrl }: ReportConfirmFacts): MailWords {
  return {
    subject: `Confirm your report: ${title}`,
    paragraphs: [
      `Somebody gave this address with a report of the dataset "${title}" at ${timeText(askedAt)}. If that was you, confirm it on the page below: an administrator looks at it then, and you are mailed what was decided and why.`,
      `If it was not you, do nothing. What is not confirmed within ${VISITOR_CONFIRM_DAYS} days is deleted.`,
    ],
    action: { label: "Confirm the report", url: reportUrl },
  };
}
