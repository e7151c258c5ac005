/**
 * The mails about reports, and their recipients. `mail/words/report.ts` words them.
 */

/** By notice: the reporter, or the owner of what was reported. */
export const reportNotices = {
  report_decided: "reporter",
  moderation_decided: "owner",
  report_appeal_decided: "reporter",
  moderation_appeal_decided: "owner",
} as const satisfies Record<string, "reporter" | "owner">;

export type ReportNotice = keyof typeof reportNotices;

/** Audit subjects are ids; the nil UUID stands for the queue of all reports. */
const queueId = "00000000-0000-0000-0000-000000000000";

/** The audit subject of the administrators' daily mail. */
export const reportsMailOf = (day: string) => ({
  subjectKind: "report" as const,
  subjectId: queueId,
  detail: { day },
  actions: ["reports_waiting_mail.refused", "reports_waiting_mail.sent"],
});
