/** Saved searches of an account or agent. */
export const SAVED_SEARCHES_PER_PRINCIPAL_MAX = 100;

/** `name` of a saved search. */
export const SAVED_SEARCH_NAME_CHARS_MAX = 100;

/** `parameters` of a saved search, as JSON. */
export const SAVED_SEARCH_PARAMETERS_BYTES_MAX = 4096;

/** Its matches in a UTC day; with more it is paused. */
export const SAVED_SEARCH_MATCHES_PER_DAY_MAX = 1000;

/** How long matches are kept. */
export const SAVED_SEARCH_MATCHES_KEPT_DAYS = 90;

/** The pause between two mails to an account about matches. */
export const SEARCH_DIGEST_PAUSE_MINUTES = 15;
