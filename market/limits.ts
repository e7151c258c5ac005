/**
 * The limits that several subjects share, each with its unit; the others are in the subjects' own
 * `limits.ts`. `bun run docs` lists those with a `/**` comment; `//` marks internal ones.
 */

/** A JSON body. */
export const BODY_BYTES_MAX = 256 * 1024;

/** Its nested arrays and objects. */
export const BODY_JSON_DEPTH_MAX = 16;

/** Members of all its objects. */
export const BODY_JSON_KEYS_MAX = 1000;

/** Items of all its arrays. */
export const BODY_JSON_ELEMENTS_MAX = 1000;

/** A request's address. */
export const QUERY_STRING_CHARS_MAX = 8192;

/** A request's header fields in total. */
export const HEADER_BYTES_MAX = 16 * 1024;

/** A bearer token. */
export const BEARER_CHARS_MAX = 8192;

/** An `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_CHARS_MAX = 255;

/** How long its answer is kept. */
export const IDEMPOTENCY_TTL_HOURS = 24;

/** `owner_email`. */
export const OWNER_EMAIL_CHARS_MAX = 254;

/** `agent_name`. */
export const AGENT_NAME_CHARS_MAX = 60;

/** `title`. */
export const TITLE_CHARS_MAX = 200;

// One tag.
export const TAG_CHARS_MAX = 50;

/** `license`. */
export const LICENSE_CHARS_MAX = 200;

// The description of one column.
export const COLUMN_DESCRIPTION_CHARS_MAX = 500;

/** `schema.format`. */
export const FORMAT_HINT_CHARS_MAX = 40;

/** `price_cents`. Stripe's own limit for one charge: eight digits. */
export const PRICE_CENTS_MAX = 99_999_999;

/** Files of a folder on a page, by default. */
export const UPLOAD_FILES_PAGE_DEFAULT = 100;

/** A file's path in a folder. S3, FAT and most file systems allow as much. */
export const FILE_PATH_BYTES_MAX = 1024;

/** Items of a page, by default. */
export const PAGE_ITEMS_DEFAULT = 20;

/** Items of a page. */
export const PAGE_ITEMS_MAX = 100;

/** `offset`; beyond it, `cursor`. */
export const PAGE_OFFSET_MAX = 100_000;

/** `cursor`. */
export const CURSOR_CHARS_MAX = 500;

/** `query`. */
export const SEARCH_QUERY_CHARS_MAX = 300;

/** Values of a list of a search, such as `tags`. */
export const SEARCH_NAMES_MAX = 20;

/** `from` and `to` of a dataset's changes. */
export const VERSION_MAX = 2_147_483_647;

/** The time until a key expires. */
export const API_KEY_TTL_DAYS_MAX = 3650;

/** `payment_method_id`. */
export const PAYMENT_METHOD_ID_CHARS_MAX = 255;

/** A key's budget. */
export const BUDGET_CENTS_MAX = 2_000_000_000;

/**
 * Lowest price other than 0: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const PAID_PRICE_CENTS_MIN = 50;

// The reason of a suspension.
export const SUSPENSION_REASON_CHARS_MAX = 1000;

// An administrator's reason about a refund or a chargeback.
export const STEP_REASON_CHARS_MAX = 1000;

// Daily reminders of administrators before the deadline for evidence.
export const EVIDENCE_REMINDER_DAYS = 3;

// The lease of a process that settles a payment; its calls end well within it.
export const SETTLE_LEASE_SECONDS = 60;

/** A webhook without a success for this long is disabled. */
export const WEBHOOK_FAILING_DAYS_MAX = 5;

/** Days of notice before subscribers pay a higher price. */
export const PRICE_NOTICE_DAYS = 30;
