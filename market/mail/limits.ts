/** Matches that one mail names; it counts the others. */
export const SEARCH_DIGEST_MATCHES_MAX = 20;

/** News that one mail about follows names; it counts the others. */
export const FOLLOW_DIGEST_NEWS_MAX = 20;
