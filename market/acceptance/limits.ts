/** Tables of one acceptance contract. */
export const ACCEPTANCE_TABLES_MAX = 5;

/** Columns that an acceptance contract names, in all its tables. */
export const ACCEPTANCE_COLUMNS_MAX = 100;

/** Checks of an acceptance contract, in all its tables. */
export const ACCEPTANCE_CHECKS_MAX = 20;

/** `validValues` and `missingValues` of one check. */
export const ACCEPTANCE_VALUES_MAX = 100;

// A value to compare with, a pattern, and a check's own name.
export const ACCEPTANCE_TEXT_CHARS_MAX = 200;

/** Characters of an acceptance contract as JSON, without its sketches. */
export const ACCEPTANCE_CHARS_MAX = 8_000;

/** How long the marketplace tries to evaluate a contract before a person decides. */
export const ACCEPTANCE_HOURS_MAX = 24;

/** An account's purchases that failed their contract in 24 hours; further ones get 400 `limit_reached`. */
export const ACCEPTANCE_FAILURES_PER_DAY_MAX = 10;

// A `query` of a check.
export const ACCEPTANCE_SQL_CHARS_MAX = 2000;

// Different values of a check's `sketch`; fewer would say too much about each.
export const ACCEPTANCE_SKETCH_VALUES_MIN = 50;

// A column's or a table's name in a contract.
export const ACCEPTANCE_COLUMN_CHARS_MAX = 1000;

// Columns whose combination a check compares.
export const ACCEPTANCE_KEY_COLUMNS_MAX = 5;
