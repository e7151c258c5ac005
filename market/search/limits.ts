/** Limits of what comes from outside, each with its unit. */

/** Words and phrases of a query that are searched, the first ones. */
export const SEARCH_CONCEPTS_MAX = 16;

/** Ways to say them, of all together. */
export const SEARCH_ALTERNATIVES_MAX = 160;

/** Words of a query whose spelling is looked up. */
export const SEARCH_MENDED_WORDS_MAX = 4;

/** Filters and words left out, one at a time, where a search finds nothing. */
export const SEARCH_SUGGESTIONS_MAX = 4;

/** One of `columns` of a search, with its type or meaning. */
export const COLUMN_ASK_CHARS_MAX = 200;

/** `min_rows` and `max_rows` of a search. */
export const FILTER_ROWS_MAX = 999_999_999_999;

/** `min_bytes` and `max_bytes` of a search. */
export const FILTER_BYTES_MAX = 999_999_999_999_999;

/** One of `country` of a search. */
export const COUNTRY_CHARS_MAX = 60;

/** One of `language` of a search. RFC 5646, 4.4.1: longer tags are never needed. */
export const LANGUAGE_TAG_CHARS_MAX = 35;

/**
 * Datasets that a dataset's page names as related by shared columns, and as the same file
 * elsewhere.
 */
export const RELATED_DATASETS_MAX = 6;
