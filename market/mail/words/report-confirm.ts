import { VISITOR_CONFIRM_DAYS } from "../../report/visitor/rules.ts";
import { type MailWords, timeText } from "../layout.ts";

export type ReportConfirmFacts = { title: string; askedAt: Date; reportUrl: string };

/** Anybody may have typed the address, so the mail does not repeat the report's text. */
export function reportConfirmWords({ title, askedAt, reportUrl }: ReportConfirmFacts): MailWords {
  return {
    subject: `Confirm your report: ${title}`,
    paragraphs: [
      `Somebody entered this address with a report of the dataset "${title}" at ${timeText(askedAt)}. If that was you, confirm it on the page below. An administrator then reviews it, and we e-mail you the decision with its reasons.`,
      `If it was not you, do nothing. We delete reports that are not confirmed within ${VISITOR_CONFIRM_DAYS} days.`,
    ],
    action: { label: "Confirm the report", url: reportUrl },
  };
}
