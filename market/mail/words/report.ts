/** Words of mails about reports. Pure; the owner does not learn who reported. */
import type {
  AppealOutcome,
  ReportedKind,
  ReportOutcome,
  SellerPart,
} from "../../../db/vocabulary/report.ts";
import type { ReportNotice } from "../../report/notices.ts";
import { kindWords, nextSteps, outcomeForOwner } from "../../report/words.ts";
import { type MailWords, timeText } from "../layout.ts";
import { quoted } from "./quoted.ts";

export type ReportMailFacts = {
  decisionId: string;
  kind: ReportedKind;
  /** Null: it was deleted. */
  title: string | null;
  decision: ReportOutcome;
  /** Hidden parts of a seller. */
  parts: SellerPart[];
  /** The administrator's reasons. */
  statement: string;
  /** Number of reports; 0: an administrator acted without one. */
  reportCount: number;
  mayAppeal: boolean;
  /** Null in the owner's mails. */
  report: { reason: string; createdAt: Date } | null;
  /** The page on which a reporter without an account reads the answer; null: the account. */
  reportUrl: string | null;
  /** Null until an appeal is decided. */
  appeal: { outcome: AppealOutcome; statement: string } | null;
};

type Words = (facts: ReportMailFacts, siteUrl: string) => MailWords;

const byPerson = "A person has made this decision; no part of it was automated.";

const toReporter = (siteUrl: string, { reportUrl }: ReportMailFacts) =>
  reportUrl === null
    ? { label: "See your reports", url: `${siteUrl}/account/reports` }
    : { label: "See your report", url: reportUrl };

const toDecision = (label: string, siteUrl: string, decisionId: string) => ({
  label,
  url: `${siteUrl}/account/reports/decisions/${decisionId}`,
});

const reasonText = (reason: string): string => reason.replaceAll("_", " ");

/** With its kind, such as: the bundle "Rain". */
function named({ kind, title }: ReportMailFacts): string {
  const { noun } = kindWords[kind];
  return title === null ? noun : `${noun} "${title}"`;
}

const subjectOf = ({ kind, title }: ReportMailFacts): string => title ?? kindWords[kind].noun;

/** `siteUrl` has no trailing slash. */
export const reportWords: Record<ReportNotice, Words> = {
  report_decided: (facts, siteUrl) => ({
    subject: `Your report was decided: ${subjectOf(facts)}`,
    paragraphs: [
      ...(facts.report === null
        ? []
        : [
            `You reported the ${named(facts)} at ${timeText(facts.report.createdAt)} (${reasonText(facts.report.reason)}).`,
          ]),
      `${kindWords[facts.kind].outcomes[facts.decision]} The reasons:`,
      quoted(facts.statement),
      facts.decision === "dismissed"
        ? `${byPerson} If you disagree, you may report it again with new facts, or go to court.`
        : byPerson,
    ],
    action: toReporter(siteUrl, facts),
  }),
  moderation_decided: (facts, siteUrl) => {
    const { decisionId, kind, decision, parts, statement, mayAppeal, reportCount } = facts;
    const cause =
      reportCount === 0
        ? `An administrator reviewed your ${named(facts)}.`
        : `Somebody reported your ${named(facts)}, and an administrator reviewed it.`;
    return {
      subject: `We reviewed your ${kindWords[kind].noun}: ${subjectOf(facts)}`,
      paragraphs: [
        `${cause} ${outcomeForOwner(kind, decision, parts)} The reasons:`,
        quoted(statement),
        decision === "suspended" ? `${byPerson} ${nextSteps(kind, parts)}` : byPerson,
      ],
      action: toDecision(mayAppeal ? "Read and appeal" : "Read the decision", siteUrl, decisionId),
    };
  },
  report_appeal_decided: (facts, siteUrl) => ({
    subject: `An appeal was decided: ${subjectOf(facts)}`,
    paragraphs: [
      `The owner of the ${named(facts)}, which you reported, appealed against our decision. ${
        facts.appeal?.outcome === "upheld"
          ? "We agreed: it is public again."
          : "We did not agree: our decision stays."
      } The reasons:`,
      quoted(facts.appeal?.statement ?? ""),
      byPerson,
    ],
    action: toReporter(siteUrl, facts),
  }),
  moderation_appeal_decided: (facts, siteUrl) => ({
    subject: `Your appeal was decided: ${subjectOf(facts)}`,
    paragraphs: [
      `You appealed against our decision about your ${named(facts)}. ${
        facts.appeal?.outcome === "upheld"
          ? "We agree: what we hid is public again, unless you withdrew it meanwhile or another decision holds it."
          : "We do not agree: our decision stays."
      } The reasons:`,
      quoted(facts.appeal?.statement ?? ""),
      `${byPerson} This decision of the marketplace is final; you may still go to court.`,
    ],
    action: toDecision("Read the decision", siteUrl, facts.decisionId),
  }),
};
