/** Columns in each list of `columns` of a dataset's changes; if cut, the first stay. */
export const CHANGED_COLUMNS_MAX = 100;

/** `drift` of them; the columns that shifted most stay. */
export const DRIFTED_COLUMNS_MAX = 50;

/** `sentences` of them; the most important stay. */
export const CHANGE_SENTENCES_MAX = 12;

/**
 * Sets of values that an account may compare with a version of a paid file before buying it and, counted apart,
 * checks about values in its contracts; of a small file as many as cells are public.
 */
export const MATCHED_SETS_MAX = 200;
