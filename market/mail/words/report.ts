/** The words of the mails about reported datasets. Pure; the seller is not told who has reported. */
import type { AppealOutcome, ListingDecisionKind } from "../../../db/vocabulary/report.ts";
import type { ReportNotice } from "../../report/notices.ts";
import { type MailWords, timeText } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type ReportMailFacts = {
  decisionId: string;
  title: string;
  agentName: string;
  decision: ListingDecisionKind;
  /** The administrator's reasons. */
  statement: string;
  mayAppeal: boolean;
  /** Null in the seller's mails. */
  report: { reason: string; createdAt: Date } | null;
  /** Where who has no account reads the answer; null: in the account. */
  reportUrl: string | null;
  /** Null until an appeal is decided. */
  appeal: { outcome: AppealOutcome; statement: string } | null;
};

type Words = (facts: ReportMailFacts, siteUrl: string) => MailWords;

const byPerson = "A person has decided this; nothing was decided by a program alone.";

const outcomeForReporter: Record<ListingDecisionKind, string> = {
  dismissed: "It stays on sale.",
  suspended: "It was taken off sale. Its seller may appeal.",
  off_sale: "It was not on sale any more when we looked at it.",
};

const outcomeForSeller: Record<ListingDecisionKind, string> = {
  dismissed: "It stays on sale, and you need not do anything.",
  suspended:
    "It was taken off sale, everywhere and until further notice. Who has bought it keeps it, and money of past sales is not touched.",
  off_sale: "It was not on sale any more when we looked at it.",
};

const toReporter = (siteUrl: string, { reportUrl }: ReportMailFacts) =>
  reportUrl === null
    ? { label: "See your reports", url: `${siteUrl}/account/reports` }
    : { label: "See your report", url: reportUrl };

const toDecision = (label: string, siteUrl: string, decisionId: string) => ({
  label,
  url: `${siteUrl}/account/reports/decisions/${decisionId}`,
});

const reasonText = (reason: string): string => reason.replaceAll("_", " ");

/** What each notice says; `siteUrl` has no slash at its end. */
export const reportWords: Record<ReportNotice, Words> = {
  report_decided: (facts, siteUrl) => ({
    subject: `Your report was decided: ${facts.title}`,
    paragraphs: [
      ...(facts.report === null
        ? []
        : [
            `You reported the dataset "${facts.title}" at ${timeText(facts.report.createdAt)} (${reasonText(facts.report.reason)}).`,
          ]),
      `${outcomeForReporter[facts.decision]} The reasons:`,
      quoted(facts.statement),
      facts.decision === "dismissed"
        ? `${byPerson} If you do not agree, you may report it again with what we did not know, or turn to the courts.`
        : byPerson,
    ],
    action: toReporter(siteUrl, facts),
  }),
  listing_decided: ({ decisionId, title, agentName, decision, statement, mayAppeal }, siteUrl) => ({
    subject: `Your dataset was reported: ${title}`,
    paragraphs: [
      `Somebody has reported the dataset "${title}" of your agent "${agentName}", and an administrator has looked at it. ${outcomeForSeller[decision]} The reasons:`,
      quoted(statement),
      mayAppeal
        ? `${byPerson} If you do not agree, you may appeal once, on the page below, as long as the dataset is held by this; you may also turn to the courts.`
        : byPerson,
    ],
    action: toDecision(mayAppeal ? "Read and appeal" : "Read the decision", siteUrl, decisionId),
  }),
  report_appeal_decided: (facts, siteUrl) => ({
    subject: `An appeal was decided: ${facts.title}`,
    paragraphs: [
      `The seller of "${facts.title}", which you reported, has appealed against its suspension. ${
        facts.appeal?.outcome === "upheld"
          ? "We agreed: the suspension is undone."
          : "We did not agree: it stays off sale."
      } The reasons:`,
      quoted(facts.appeal?.statement ?? ""),
      byPerson,
    ],
    action: toReporter(siteUrl, facts),
  }),
  listing_appeal_decided: ({ decisionId, title, appeal }, siteUrl) => ({
    subject: `Your appeal was decided: ${title}`,
    paragraphs: [
      `You appealed against the suspension of "${title}". ${
        appeal?.outcome === "upheld"
          ? "We agree: the suspension is undone. What was withdrawn meanwhile, or is held by something else, stays so."
          : "We do not agree: it stays off sale."
      } The reasons:`,
      quoted(appeal?.statement ?? ""),
      `${byPerson} This was the last word of the marketplace; the courts remain.`,
    ],
    action: toDecision("Read the decision", siteUrl, decisionId),
  }),
};
