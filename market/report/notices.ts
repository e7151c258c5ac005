/**
 * The mails about reports of a listing, and their recipients. `mail/words/report.ts` words them.
 */

/** By notice: the reporter, or the owner of the agent that offers the listing. */
export const reportNotices = {
  report_decided: "reporter",
  listing_decided: "seller",
  report_appeal_decided: "reporter",
  listing_appeal_decided: "seller",
} as const satisfies Record<string, "reporter" | "seller">;

export type ReportNotice = keyof typeof reportNotices;

/** Audit subjects are ids; the nil UUID stands for the queue of all reports. */
const queueId = "00000000-0000-0000-0000-000000000000";

/** The audit subject of the administrators' daily mail. */
export const reportsMailOf = (day: string) => ({
  subjectKind: "listing_report" as const,
  subjectId: queueId,
  detail: { day },
  actions: ["reports_waiting_mail.refused", "reports_waiting_mail.sent"],
});
