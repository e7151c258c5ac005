/** The mails that a report of a listing leads to, and to whom. `mail/words/report.ts` words them. */

/** Notice → who gets it: who has reported, or the owner of the agent whose listing it is about. */
export const reportNotices = {
  report_decided: "reporter",
  listing_decided: "seller",
  report_appeal_decided: "reporter",
  listing_appeal_decided: "seller",
} as const satisfies Record<string, "reporter" | "seller">;

export type ReportNotice = keyof typeof reportNotices;
