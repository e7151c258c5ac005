/** Tells the administrators daily about open reports. */
import { countWaitingReports } from "../../../db/queries/reports/waiting-reports.ts";
import { dayMs } from "../../../platform/time.ts";
import { reportsMailOf } from "../../report/notices.ts";
import { wordTemplate } from "../templates.ts";
import { type MailKind, type PayloadOf, readerMark } from "./kind.ts";

type Waiting = { reported: number; appeals: number };

export const reportsWaitingMail: MailKind<PayloadOf<"reports_waiting">, Waiting> = {
  auditName: "reports_waiting_mail",
  audited: ["refused", "sent"],

  find: (db) => countWaitingReports(db),

  staleness({ payload, row: { reported, appeals } }, now) {
    if (reported + appeals === 0) return "not_so";
    return now.getTime() - Date.parse(payload.day) > 2 * dayMs ? "too_late" : null;
  },

  to: (_mail, { ADMIN_EMAILS }) => [...new Set(ADMIN_EMAILS)],

  compose: ({ row }, { PUBLIC_BASE_URL: siteUrl }) => wordTemplate("reports_waiting", row, siteUrl),

  /** One mail for each day and administrator. */
  key({ payload }, to) {
    return `reports_waiting/${payload.day}/${readerMark(to)}`;
  },

  subject: ({ payload }) => {
    const { subjectKind, subjectId, detail } = reportsMailOf(payload.day);
    return { subjectKind, subjectId, detail };
  },
};
