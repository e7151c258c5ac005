/** Limits of what comes from outside, each with its unit. */

/** What an administrator says of a decision. */
export const RESOLUTION_DETAIL_CHARS_MAX = 4000;
