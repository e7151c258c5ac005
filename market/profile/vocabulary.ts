/** Numbers and names of the profile that whoever makes one needs, and none of its shapes. */

export const PROFILE_VERSION = 1;

/** Parts of a table and names of tables are told up to these numbers; counts are exact. */
export const TABLE_PART_PATHS_MAX = 20;
export const TABLES_LISTED_MAX = 200;

export const documentKinds = ["readme", "license", "dictionary", "citation", "note"] as const;
