import { hourSeconds } from "../../platform/time.ts";

/** How far `lowest_price_before_cents` looks back. Directive 98/6/EC, article 6a. */
export const LOWEST_PRICE_DAYS = 30;

/** Largest file inside an answer or an MCP resource. */
export const EMBEDDED_BYTES_MAX = 256_000;

/** Files that a folder's Croissant document names. */
export const CROISSANT_FILES_MAX = 500;

/** Zip files of folders that an API process sends at once. */
export const ARCHIVES_AT_ONCE_MAX = 32;

/** Of these, for bought folders. */
export const ARCHIVES_AT_ONCE_FOR_PURCHASES = 12;

/** Of bought folders, to one account. */
export const ARCHIVES_AT_ONCE_PER_BUYER_MAX = 4;

/** Of free folders, to one network, and as many of bought ones. */
export const ARCHIVES_AT_ONCE_PER_NETWORK_MAX = 8;

/** Their slowest download. */
export const ARCHIVE_BYTES_PER_SECOND_MIN = 16_384;

// Window that measures it, without waits for the store.
export const ARCHIVE_PACE_WINDOW_SECONDS = 60;

/** `table`. */
export const TABLE_NAME_CHARS_MAX = 300;

/** `identical_to` of a dataset's detail; if cut, the cheapest stay. */
export const IDENTICAL_DATASETS_MAX = 5;

/** `bundles` of a dataset's detail; if cut, the largest savings stay. */
export const BUNDLES_SHOWN_MAX = 5;

// The largest `identical_count`; further datasets are not counted.
export const IDENTICAL_DATASETS_COUNTED_MAX = 1000;

/** Two profiles compared on demand; else 404 `changes_not_available`. */
export const COMPARED_PROFILE_BYTES_MAX = 64 * 1024;

/** A free download URL. */
export const FREE_DOWNLOAD_TTL_SECONDS = hourSeconds;
