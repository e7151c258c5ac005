/** Days of visits, kept and shown to sellers. */
export const VISIT_DAYS_MAX = 90;

/** Days of searches without a good result, kept and shown to sellers. */
export const UNMET_SEARCH_DAYS_MAX = 30;

/** Callers of the same words below which they are not shown. Nobody shall be recognised. */
export const UNMET_SEARCH_CALLERS_MIN = 3;

// A counted search.
export const UNMET_SEARCH_CHARS_MAX = 60;

// Words of a counted search.
export const UNMET_SEARCH_WORDS_MAX = 8;

// Different searches without a good result that are counted on one day.
export const UNMET_SEARCHES_PER_DAY_MAX = 5000;

/** Searches shown to sellers, the most frequent ones. */
export const UNMET_SEARCHES_SHOWN_MAX = 100;

// A process writes its counts at this interval; it loses as much if it is killed.
export const COUNTS_WRITTEN_SECONDS = 10;

// Listings that a process counts between two writes; visits of others are not counted.
export const COUNTED_LISTINGS_MAX = 20_000;

// Different searches that a process counts between two writes.
export const COUNTED_SEARCHES_MAX = 500;
