import type { ReportedKind } from "../../../db/vocabulary/report.ts";
import { VISITOR_CONFIRM_DAYS } from "../../report/visitor/rules.ts";
import { kindWords } from "../../report/words.ts";
import { type MailWords, timeText } from "../layout.ts";

export type ReportConfirmFacts = {
  kind: ReportedKind;
  /** Null: it is gone. */
  title: string | null;
  askedAt: Date;
  reportUrl: string;
};

/** Anybody may have typed the address, so the mail does not repeat the report's text. */
export function reportConfirmWords(facts: ReportConfirmFacts): MailWords {
  const { kind, title, askedAt, reportUrl } = facts;
  const { noun } = kindWords[kind];
  const named = title === null ? `a ${noun}` : `the ${noun} "${title}"`;
  return {
    subject: `Confirm your report: ${title ?? noun}`,
    paragraphs: [
      `Somebody entered this address with a report of ${named} at ${timeText(askedAt)}. If that was you, confirm it on the page below. An administrator then reviews it, and we e-mail you the decision with its reasons.`,
      `If it was not you, do nothing. We delete reports that are not confirmed within ${VISITOR_CONFIRM_DAYS} days.`,
    ],
    action: { label: "Confirm the report", url: reportUrl },
  };
}
