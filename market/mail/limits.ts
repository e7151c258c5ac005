/** Matches that one mail names; it counts the others. */
export const SEARCH_DIGEST_MATCHES_MAX = 20;
