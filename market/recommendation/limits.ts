/** Datasets that a recommendation names. */
export const RECOMMENDED_DATASETS_MAX = 3;

// Datasets of each search that a recommendation compares with the need.
export const RECOMMENDATION_HITS_MAX = 12;

// Columns of a dataset that are compared with the required ones by their words.
export const RECOMMENDATION_COLUMNS_READ_MAX = 200;
