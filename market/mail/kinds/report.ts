/** Decisions about something reported, to the reporter and to the owner. */
import { findReportMail, type ReportMailRow } from "../../../db/queries/reports/decisions.ts";
import { dayMs } from "../../../platform/time.ts";
import { type ReportNotice, reportNotices } from "../../report/notices.ts";
import { appealRefusal, titleForReporter } from "../../report/rules.ts";
import { visitorReportUrl } from "../../report/visitor/visitor-code.ts";
import { wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const newsDays = 7;

const decidedAt = ({ decision }: ReportMailRow): Date => decision.decidedAt;
const appealDecidedAt = ({ decision }: ReportMailRow): Date | null => decision.appealDecidedAt;

/** When the reported event happened; null: it did not. */
const momentOf: Record<ReportNotice, (row: ReportMailRow) => Date | null> = {
  report_decided: decidedAt,
  moderation_decided: decidedAt,
  report_appeal_decided: appealDecidedAt,
  moderation_appeal_decided: appealDecidedAt,
};

export const reportMail: MailKind<PayloadOf<"report">, ReportMailRow> = {
  auditName: "report_mail",
  audited: ["refused", "sent", "skipped"],

  find: (db, { decision_id: decisionId, report_id: reportId }) =>
    findReportMail(db, { decisionId, reportId }),

  staleness({ payload, row }, now) {
    const happenedAt = momentOf[payload.notice](row);
    if (happenedAt === null) return "not_so";
    return now.getTime() - happenedAt.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ payload, row }) => knownAddress(row[reportNotices[payload.notice]]),

  compose({ payload, row }, { PUBLIC_BASE_URL: siteUrl, APPROVAL_SECRET: secrets }) {
    const { decision, subject, report, reporter } = row;
    const { report_id: reportId } = payload;
    const isVisitors = reportId !== null && reporter?.accountId === null;
    const { appealOutcome: outcome, appealStatement } = decision;
    const facts = {
      decisionId: decision.id,
      kind: decision.kind,
      title: reportId === null ? subject.title : titleForReporter(subject),
      decision: decision.decision,
      parts: decision.parts,
      statement: decision.statement,
      reportCount: decision.reportCount,
      mayAppeal: appealRefusal(decision, subject) === null,
      report,
      reportUrl: isVisitors ? visitorReportUrl(siteUrl, secrets, reportId) : null,
      appeal: outcome === null ? null : { outcome, statement: appealStatement ?? "" },
    };
    return wordTemplate(payload.notice, facts, siteUrl);
  },

  key: ({ payload }) =>
    `report/${payload.decision_id}/${payload.report_id ?? "owner"}/${payload.notice}`,

  subject({ payload, row }) {
    const { decision_id, report_id, notice } = payload;
    const detail = { decision_id, notice, ...(report_id === null ? {} : { report_id }) };
    const reader = row[reportNotices[notice]];
    if (reader !== null && reader.accountId !== null) {
      return { subjectKind: "account", subjectId: reader.accountId, detail };
    }
    return { subjectKind: "report", subjectId: report_id ?? decision_id, detail };
  },
};
