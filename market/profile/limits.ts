/** Limits of what comes from outside, each with its unit. */

/** Columns in each list of `columns` of a dataset's changes; cut, the first stay. */
export const CHANGED_COLUMNS_MAX = 100;

/** `drift` of a dataset's changes; cut, those that shifted most stay. */
export const DRIFTED_COLUMNS_MAX = 50;

/** `sentences` of a dataset's changes; cut, the most important stay. */
export const CHANGE_SENTENCES_MAX = 12;
