/** Columns in each list of `columns` of a dataset's changes; if cut, the first stay. */
export const CHANGED_COLUMNS_MAX = 100;

/** `drift` of them; the columns that shifted most stay. */
export const DRIFTED_COLUMNS_MAX = 50;

/** `sentences` of them; the most important stay. */
export const CHANGE_SENTENCES_MAX = 12;
