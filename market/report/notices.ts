/** The mails that a report of a listing leads to, and to whom. `mail/words/report.ts` words them. */

/** Notice → who gets it: who has reported, or the owner of the agent whose listing it is about. */
export const reportNotices = {
  report_decided: "reporter",
  listing_decided: "seller",
  report_appeal_decided: "reporter",
  listing_appeal_decided: "seller",
} as const satisfies Record<string, "reporter" | "seller">;

export type ReportNotice = keyof typeof reportNotices;

/** The audit log has ids alone: the nil UUID stands for the queue of all reports. */
const queueId = "00000000-0000-0000-0000-000000000000";

/** Where the audit log tells of the administrators' mail of a day. */
export const reportsMailOf = (day: string) => ({
  subjectKind: "listing_report" as const,
  subjectId: queueId,
  detail: { day },
  actions: ["reports_waiting_mail.refused", "reports_waiting_mail.sent"],
});
