/** Asks a visitor without an account to confirm a report. */
import { findReportDetail, type ReportDetail } from "../../../db/queries/reports/reports.ts";
import { titleForReporter } from "../../report/rules.ts";
import { unconfirmedBefore } from "../../report/visitor/rules.ts";
import { visitorReportUrl } from "../../report/visitor/visitor-code.ts";
import { wordTemplate } from "../templates.ts";
import type { MailKind, PayloadOf } from "./kind.ts";

export const reportConfirmMail: MailKind<PayloadOf<"report_confirm">, ReportDetail> = {
  auditName: "report_confirm_mail",
  audited: ["refused", "sent", "skipped"],

  find: (db, { report_id: reportId }) => findReportDetail(db, reportId),

  staleness({ row: { report } }, now) {
    if (report.isConfirmed) return "not_so";
    return report.createdAt < unconfirmedBefore(now) ? "too_late" : null;
  },

  to: ({ row: { report } }) => (report.visitorEmail === null ? [] : [report.visitorEmail]),

  compose({ payload, row }, { PUBLIC_BASE_URL: siteUrl, APPROVAL_SECRET: secrets }) {
    const reportUrl = visitorReportUrl(siteUrl, secrets, row.report.id);
    const facts = {
      kind: row.report.kind,
      title: titleForReporter(row.subject),
      askedAt: new Date(payload.asked_at),
      reportUrl,
    };
    return wordTemplate("report_confirm", facts, siteUrl);
  },

  key: ({ payload }) => `report_confirm/${payload.report_id}/${Date.parse(payload.asked_at)}`,

  subject: ({ payload }) => ({
    subjectKind: "report",
    subjectId: payload.report_id,
    detail: { asked_at: payload.asked_at },
  }),
};
