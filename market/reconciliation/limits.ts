// The reason for closing a reconciliation finding.
export const FINDING_REASON_CHARS_MAX = 1000;
