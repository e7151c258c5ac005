/** Limits of the data stored for finding joinable tables. */

/** Hashes stored for one column. */
export const JOIN_HASHES_MAX = 1024;
/** Columns of a table that are examined as keys, and columns of a file that are stored. */
export const JOIN_COLUMNS_READ_MAX = 256;
export const JOIN_COLUMNS_KEPT_MAX = 64;
/** Texts with a longer mean are not keys. */
export const JOIN_TEXT_CHARS_MAX = 64;
/** Hashes have 48 bits: all are below this. */
export const JOIN_HASH_LIMIT = 2 ** 48;
/** The largest file of join columns; larger ones are not read. */
export const JOIN_FILE_BYTES_MAX = 4 * 1024 * 1024;
