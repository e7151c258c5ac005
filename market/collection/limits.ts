/** Collections of an account and its agents. */
export const COLLECTIONS_PER_ACCOUNT_MAX = 100;
/** Datasets in a collection. */
export const COLLECTION_DATASETS_MAX = 200;
/** Length of a collection's title, in characters. */
export const COLLECTION_TITLE_CHARS_MAX = 100;
/** Length of a collection's description, in characters. */
export const COLLECTION_DESCRIPTION_CHARS_MAX = 2000;
