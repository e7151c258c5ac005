/** How much is kept of the columns of a table so that tables with the same key are found. */

/** Hashes that are kept of a column. */
export const JOIN_HASHES_MAX = 1024;
/** Columns of a table that are looked at for keys, and those of a file that are kept. */
export const JOIN_COLUMNS_READ_MAX = 256;
export const JOIN_COLUMNS_KEPT_MAX = 64;
/** Longer texts, on average, are no keys. */
export const JOIN_TEXT_CHARS_MAX = 64;
/** Hashes have 48 bits: all are below. */
export const JOIN_HASH_LIMIT = 2 ** 48;
/** A file of columns is never larger; larger ones are not read. */
export const JOIN_FILE_BYTES_MAX = 4 * 1024 * 1024;
