/** Constants that are needed to compute a profile, separate from its schemas. */

export const PROFILE_VERSION = 1;

/** Limits of listed table parts and table names; counts are exact. */
export const TABLE_PART_PATHS_MAX = 20;
export const TABLES_LISTED_MAX = 200;

export const documentKinds = ["readme", "license", "dictionary", "citation", "note"] as const;
