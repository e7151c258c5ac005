/** Limits of what comes from outside, each with its unit. */

/** `description`. */
export const DESCRIPTION_CHARS_MAX = 20_000;

/** Tags of a listing. */
export const TAGS_MAX = 20;

/** `source_url`, `license_url`. */
export const WEB_ADDRESS_CHARS_MAX = 2000;

/** `citation`. */
export const CITATION_CHARS_MAX = 2000;

/** `collection_method`. */
export const COLLECTION_METHOD_CHARS_MAX = 2000;

/** Columns in `column_descriptions`. */
export const COLUMN_DESCRIPTIONS_MAX = 500;

/**
 * The name of a column in `column_descriptions`. A longer name of a column is described nowhere but
 * in the file.
 */
export const DESCRIBED_COLUMN_CHARS_MAX = 200;

/** `full_data_path`. */
export const STORAGE_PATH_CHARS_MAX = 300;

/** Drafts of one agent. */
export const DRAFTS_PER_AGENT_MAX = 1000;

/** Upload URLs of one listing in a day. */
export const UPLOADS_PER_LISTING_PER_DAY_MAX = 100;

/**
 * A file that is sent by a form of the website, without a script. A form cannot be gone on with
 * where it broke off: what is larger comes in parts.
 */
export const FORM_FILE_BYTES_MAX = 1_000_000_000;

/**
 * Changes of a published listing in 24 hours. Of a published listing, its price included, in 24
 * hours: each may be told to saved searches.
 */
export const LISTING_CHANGES_PER_DAY_MAX = 20;

/**
 * Changes of its price in 24 hours. A price that changes all the time is one that nobody can decide
 * by.
 */
export const PRICE_CHANGES_PER_DAY_MAX = 4;

/** `wait` of `GET /listings/{id}`. */
export const LISTING_WAIT_SECONDS_MAX = 30;

/** Parts of a multipart upload. S3's ceiling. */
export const UPLOAD_PARTS_MAX = 10_000;

/** URLs of parts, and arrived parts, of one answer. */
export const PART_URLS_PER_ANSWER_MAX = 1000;

/** Files of a folder. */
export const UPLOAD_FILES_MAX = 10_000;

/** Bytes of each part of such a name. */
export const FILE_PATH_SEGMENT_BYTES_MAX = 255;

/** Parts of such a name. */
export const FILE_PATH_SEGMENTS_MAX = 32;

/** Files whose faults a refusal lists. */
export const FILE_FAULTS_MAX = 50;

/** Bytes of the body that announces a folder. */
export const UPLOAD_FILES_BODY_BYTES_MAX = 4 * 1024 ** 2;

/** Earlier versions that a new one is compared with when it is profiled, the newest first. */
export const COMPARED_VERSIONS_MAX = 20;

/** Licences that one auction sells. */
export const AUCTION_LICENSES_MAX = 1000;

/** How long an auction runs at least. */
export const AUCTION_MINUTES_MIN = 10;

/** From the publication to the end of an auction. */
export const AUCTION_DAYS_MAX = 90;

/** Files of a folder on a page, with their URLs. */
export const UPLOAD_FILES_PAGE_MAX = 500;
