/** Rows of a query's answer, by default. */
export const QUERY_ROWS_DEFAULT = 100;

/** `limit` of a query. */
export const QUERY_ROWS_MAX = 1000;

/** `offset` of a query. */
export const QUERY_OFFSET_MAX = 1_000_000;

/** `columns` of a query; a wider table names some. */
export const QUERY_COLUMNS_MAX = 500;

// A column's name in a query.
export const QUERY_COLUMN_NAME_CHARS_MAX = 1000;

// A text to compare with.
export const QUERY_TEXT_CHARS_MAX = 1000;

/** Values of `in` and `not_in`. */
export const QUERY_LIST_VALUES_MAX = 200;

/** All conditions of a filter. */
export const QUERY_CONDITIONS_MAX = 100;

/** Nesting of `all`, `any` and `not`. */
export const QUERY_CONDITION_DEPTH_MAX = 6;

/** `group_by`. */
export const QUERY_GROUPS_BY_MAX = 10;

/** `aggregates`. */
export const QUERY_AGGREGATES_MAX = 20;

/** `order_by`. */
export const QUERY_ORDERS_MAX = 5;

/** Rows of an answer as JSON; the page ends before it. */
export const QUERY_ANSWER_BYTES_MAX = 4 * 1024 ** 2;

/** Stored bytes that one step of a query reads. */
export const QUERY_SCAN_BYTES_MAX = 4 * 1024 ** 3;

/** Running and waiting queries of an account, agent or network, in one query process. */
export const QUERIES_PER_CALLER_MAX = 4;

/** Waiting queries of a query process. */
export const QUERIES_WAITING_MAX = 64;

/** `sql` of a query. */
export const QUERY_SQL_CHARS_MAX = 5000;

/** Nested operators and functions of an SQL query. */
export const QUERY_SQL_DEPTH_MAX = 40;

/** Its columns, values, operators and functions. */
export const QUERY_EXPRESSIONS_MAX = 1000;

/** Its joins. */
export const QUERY_JOINS_MAX = 3;

/** Equal columns of a join. */
export const QUERY_JOIN_KEYS_MAX = 5;
