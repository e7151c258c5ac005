/** Limits of what comes from outside, each with its unit. */

/** Why a finding of the reconciliation was closed. */
export const FINDING_REASON_CHARS_MAX = 1000;
