import { hourSeconds } from "../../platform/time.ts";

/** How far `lowest_price_before_cents` looks back (Directive 98/6/EC, article 6a). */
export const LOWEST_PRICE_DAYS = 30;

/** Largest file whose bytes an answer or an MCP resource may hold. */
export const EMBEDDED_BYTES_MAX = 256_000;

/** Files of a folder that its Croissant document names one by one. */
export const CROISSANT_FILES_MAX = 500;

/** Zip files of folders that an API process sends at once. */
export const ARCHIVES_AT_ONCE_MAX = 32;

/** How many of these are reserved for bought folders. */
export const ARCHIVES_AT_ONCE_FOR_PURCHASES = 12;

/** Zip files of bought folders that an API process sends to one account at once. */
export const ARCHIVES_AT_ONCE_PER_BUYER_MAX = 4;

/**
 * Zip files of free folders that an API process sends to one network at once, and as many of bought
 * ones.
 */
export const ARCHIVES_AT_ONCE_PER_NETWORK_MAX = 8;

/** Slowest download of such a file, measured over a window. */
export const ARCHIVE_BYTES_PER_SECOND_MIN = 16_384;

/** Length of that window, without the time spent waiting for the file store. */
export const ARCHIVE_PACE_WINDOW_SECONDS = 60;

/** `table`. */
export const TABLE_NAME_CHARS_MAX = 300;

/** `identical_to` of a dataset's detail; if cut, the cheapest stay. */
export const IDENTICAL_DATASETS_MAX = 5;

/** The largest `identical_count`; further datasets are not counted. */
export const IDENTICAL_DATASETS_COUNTED_MAX = 1000;

/** Two profiles together that are compared on demand; else 404 `changes_not_available`. */
export const COMPARED_PROFILE_BYTES_MAX = 64 * 1024;

/** A free download URL. */
export const FREE_DOWNLOAD_TTL_SECONDS = hourSeconds;
