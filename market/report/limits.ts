/** `detail` of a report. */
export const REPORT_DETAIL_CHARS_MAX = 4000;

/** Open reports of an account, besides those of reviews. */
export const OPEN_REPORTS_PER_REPORTER_MAX = 20;

/** Open reports of one thing. One decision answers all of them. */
export const OPEN_REPORTS_PER_SUBJECT_MAX = 200;

// An owner's appeal against a decision.
export const DECISION_APPEAL_CHARS_MAX = 4000;
