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

// Columns in `column_descriptions`.
export const COLUMN_DESCRIPTIONS_MAX = 500;

/**
 * A column name in `column_descriptions`. A column with a longer name can only be described in the
 * file itself.
 */
export const DESCRIBED_COLUMN_CHARS_MAX = 200;

/** `full_data_path`. */
export const STORAGE_PATH_CHARS_MAX = 300;

/** Drafts of one agent. */
export const DRAFTS_PER_AGENT_MAX = 1000;

/** Upload URLs of one listing in a day. */
export const UPLOADS_PER_LISTING_PER_DAY_MAX = 100;

/** A file sent by a form of the website. It cannot be resumed; larger files come in parts. */
export const FORM_FILE_BYTES_MAX = 1_000_000_000;

/** `trial_days` of a plan. */
export const TRIAL_DAYS_MAX = 28;

/** Rows of a trial; also at most half of the file's. */
export const TRIAL_ROWS_MAX = 100_000;

/** The same, at least. */
export const TRIAL_ROWS_MIN = 10;

/** The file of a trial, as CSV or as Parquet. */
export const TRIAL_FILE_BYTES_MAX = 256 * 1024 ** 2;

/** Changes of a published listing in 24 hours. Each may notify saved searches. */
export const LISTING_CHANGES_PER_DAY_MAX = 20;

/** Of its price. Buyers cannot decide by a price that changes all the time. */
export const PRICE_CHANGES_PER_DAY_MAX = 4;

/** `wait` of `GET /listings/{id}`. */
export const LISTING_WAIT_SECONDS_MAX = 30;

/** Parts of a multipart upload. S3's limit. */
export const UPLOAD_PARTS_MAX = 10_000;

/** Part URLs, or arrived parts, of one answer. */
export const PART_URLS_PER_ANSWER_MAX = 1000;

/** Files of a folder. */
export const UPLOAD_FILES_MAX = 10_000;

// Each segment of a file's path.
export const FILE_PATH_SEGMENT_BYTES_MAX = 255;

/** Segments of a file's path. */
export const FILE_PATH_SEGMENTS_MAX = 32;

// Faulty files that a refusal lists.
export const FILE_FAULTS_MAX = 50;

/** Body that announces a folder. */
export const UPLOAD_FILES_BODY_BYTES_MAX = 4 * 1024 ** 2;

/** Earlier versions that a new one is compared with, newest first. */
export const COMPARED_VERSIONS_MAX = 20;

/** Licences sold by one auction. */
export const AUCTION_LICENSES_MAX = 1000;

/** Shortest duration of an auction. */
export const AUCTION_MINUTES_MIN = 10;

/** Longest time from publication to its end. */
export const AUCTION_DAYS_MAX = 90;

/** Files of a folder on a page. */
export const UPLOAD_FILES_PAGE_MAX = 500;

/** `from` of an import. */
export const IMPORT_ADDRESS_CHARS_MAX = 4000;

/** Unfinished imports of one agent. */
export const IMPORTS_PER_AGENT_MAX = 20;

/** Redirects that an import follows; each address is checked like the first one. */
export const IMPORT_REDIRECTS_MAX = 5;

/** Without a byte from the server, an attempt of an import has failed. */
export const IMPORT_SILENCE_SECONDS_MAX = 60;

/** Failed attempts of an import without any progress between them. */
export const IMPORT_FAILURES_MAX = 8;

/** From the creation of an import, or its retry, to its end. */
export const IMPORT_HOURS_MAX = 24;

/** A Croissant document. */
export const CROISSANT_BYTES_MAX = 1024 ** 2;

/** Files that a Croissant document names. */
export const CROISSANT_FILES_MAX = 2000;

// A page of the list of a repository's files, in bytes.
export const REPOSITORY_PAGE_BYTES_MAX = 1024 ** 2;

// Pages of the list of a repository's files, of 1000 each at Hugging Face.
export const REPOSITORY_PAGES_MAX = 50;

// Days for which ended imports are kept.
export const IMPORTS_KEPT_DAYS = 30;
