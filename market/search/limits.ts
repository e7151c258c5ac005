/** Words and phrases of a query; further ones are ignored. */
export const SEARCH_CONCEPTS_MAX = 16;

// Alternatives of all words in total.
export const SEARCH_ALTERNATIVES_MAX = 160;

// Words of a query whose spelling is corrected.
export const SEARCH_MENDED_WORDS_MAX = 4;

// Filters and words left out, one at a time, if a search finds nothing.
export const SEARCH_SUGGESTIONS_MAX = 4;

/** One of `columns` of a search. */
export const COLUMN_ASK_CHARS_MAX = 200;

/** `min_rows` and `max_rows` of a search. */
export const FILTER_ROWS_MAX = 999_999_999_999;

/** `min_bytes` and `max_bytes` of a search. */
export const FILTER_BYTES_MAX = 999_999_999_999_999;

/** One of `country` of a search. */
export const COUNTRY_CHARS_MAX = 60;

/** One of `language` of a search. RFC 5646, 4.4.1: longer tags are never needed. */
export const LANGUAGE_TAG_CHARS_MAX = 35;

// Datasets on a dataset's page related by shared columns, and those with the same file elsewhere.
export const RELATED_DATASETS_MAX = 6;

/** `query` of suggestions. */
export const SUGGESTION_QUERY_CHARS_MAX = 100;

// Suggestions for a search that is being typed: datasets, categories, columns and sellers.
export const SUGGESTIONS_MAX = 11;
