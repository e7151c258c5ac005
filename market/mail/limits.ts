/** Limits of what comes from outside, each with its unit. */

/** Matches that one mail names; the others are counted. */
export const SEARCH_DIGEST_MATCHES_MAX = 20;
