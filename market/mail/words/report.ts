/** Words of mails about reported datasets. Pure; the seller does not learn who reported. */
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
  /** The page on which a reporter without an account reads the answer; null: the account. */
  reportUrl: string | null;
  /** Null until an appeal is decided. */
  appeal: { outcome: AppealOutcome; statement: string } | null;
};

type Words = (facts: ReportMailFacts, siteUrl: string) => MailWords;

const byPerson = "A person has made this decision; no part of it was automated.";

const outcomeForReporter: Record<ListingDecisionKind, string> = {
  dismissed: "It stays on sale.",
  suspended: "We took it off sale. Its seller may appeal.",
  off_sale: "It was no longer on sale when we reviewed it.",
};

const outcomeForSeller: Record<ListingDecisionKind, string> = {
  dismissed: "It stays on sale, and you do not need to do anything.",
  suspended:
    "We took it off sale, everywhere and until further notice. Buyers keep their copies, and you keep the money from past sales.",
  off_sale: "It was no longer on sale when we reviewed it.",
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

/** `siteUrl` has no trailing slash. */
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
        ? `${byPerson} If you disagree, you may report it again with new facts, or go to court.`
        : byPerson,
    ],
    action: toReporter(siteUrl, facts),
  }),
  listing_decided: ({ decisionId, title, agentName, decision, statement, mayAppeal }, siteUrl) => ({
    subject: `Your dataset was reported: ${title}`,
    paragraphs: [
      `Somebody reported the dataset "${title}" of your agent "${agentName}", and an administrator reviewed it. ${outcomeForSeller[decision]} The reasons:`,
      quoted(statement),
      mayAppeal
        ? `${byPerson} If you disagree, you may appeal once, on the page below, as long as this decision keeps the dataset off sale; you may also go to court.`
        : byPerson,
    ],
    action: toDecision(mayAppeal ? "Read and appeal" : "Read the decision", siteUrl, decisionId),
  }),
  report_appeal_decided: (facts, siteUrl) => ({
    subject: `An appeal was decided: ${facts.title}`,
    paragraphs: [
      `The seller of "${facts.title}", which you reported, appealed against its suspension. ${
        facts.appeal?.outcome === "upheld"
          ? "We agreed: the suspension is lifted."
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
          ? "We agree: the suspension is lifted. A dataset that was withdrawn meanwhile, or is held by another decision, stays off sale."
          : "We do not agree: it stays off sale."
      } The reasons:`,
      quoted(appeal?.statement ?? ""),
      `${byPerson} This decision of the marketplace is final; you may still go to court.`,
    ],
    action: toDecision("Read the decision", siteUrl, decisionId),
  }),
};
