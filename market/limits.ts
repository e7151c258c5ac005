/** The limits of what comes from outside, each with its unit. docs/limits.md lists them. */
import { hourSeconds } from "../platform/time.ts";

export const BODY_BYTES_MAX = 256 * 1024;
/** Arrays and objects within each other. */
export const BODY_JSON_DEPTH_MAX = 16;
/** Members of all objects of a body together. */
export const BODY_JSON_KEYS_MAX = 1000;
/** Items of all arrays of a body together. */
export const BODY_JSON_ELEMENTS_MAX = 1000;
export const QUERY_STRING_CHARS_MAX = 8192;
export const BEARER_CHARS_MAX = 8192;
export const IDEMPOTENCY_KEY_CHARS_MAX = 255;
export const IDEMPOTENCY_TTL_HOURS = 24;

export const OWNER_EMAIL_CHARS_MAX = 254;
export const AGENT_NAME_CHARS_MAX = 60;
export const APPROVAL_TTL_HOURS = 72;
export const APPROVAL_MAIL_PAUSE_MINUTES = 10;
export const APPROVAL_MAILS_PER_OWNER_PER_DAY_MAX = 10;
export const TOKEN_REISSUE_MINUTES = 10;
/** A shorter key could be guessed, and a replayed registration hands out a token. */
export const REGISTRATION_KEY_CHARS_MIN = 16;

export const TITLE_CHARS_MAX = 200;
export const DESCRIPTION_CHARS_MAX = 20_000;
export const TAGS_MAX = 20;
export const TAG_CHARS_MAX = 50;
export const LICENSE_CHARS_MAX = 200;
export const FORMAT_HINT_CHARS_MAX = 40;
export const STORAGE_PATH_CHARS_MAX = 300;
/** Stripe's own ceiling of one charge: eight digits. */
export const PRICE_CENTS_MAX = 99_999_999;
export const DRAFTS_PER_AGENT_MAX = 1000;
export const UPLOADS_PER_LISTING_PER_DAY_MAX = 100;
export const LISTING_WAIT_SECONDS_MAX = 30;
export const UPLOAD_PARTS_MAX = 1000;
/** S3's floor of every part but the last. */
export const UPLOAD_PART_BYTES_MIN = 5 * 1024 ** 2;
/** S3's ceiling of one PUT: larger files need parts. */
export const SINGLE_PUT_BYTES_MAX = 5 * 1024 ** 3;

export const PAGE_ITEMS_DEFAULT = 20;
export const PAGE_ITEMS_MAX = 100;
export const PAGE_OFFSET_MAX = 100_000;
export const CURSOR_CHARS_MAX = 500;
export const SEARCH_QUERY_CHARS_MAX = 300;
export const SEARCH_NAMES_MAX = 20;
/** Other listings of the same bytes that a dataset's detail names, and how far it counts them. */
export const IDENTICAL_DATASETS_MAX = 5;
export const IDENTICAL_DATASETS_COUNTED_MAX = 1000;

export const FREE_DOWNLOAD_TTL_SECONDS = hourSeconds;

export const API_KEYS_PER_ACCOUNT_MAX = 100;
export const API_KEY_NAME_CHARS_MAX = 100;
export const API_KEY_TTL_DAYS_MAX = 3650;
/** Browsers in which one account is signed in at once. */
export const SESSIONS_PER_ACCOUNT_MAX = 50;
/** How long the page after a form still shows the new secret. */
export const SHOWN_SECRET_TTL_SECONDS = 600;
export const PAYMENT_METHODS_PER_ACCOUNT_MAX = 20;
export const PAYMENT_METHOD_ID_CHARS_MAX = 255;
export const BUDGET_CENTS_MAX = 2_000_000_000;
/** Less than the provider charges: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const PAID_PRICE_CENTS_MIN = 50;
/** docs/interface.md, purchase-url-life: a short window. */
export const PURCHASE_DOWNLOAD_TTL_SECONDS = 60;
export const DISPUTE_DETAIL_CHARS_MAX = 4000;
export const RESOLUTION_DETAIL_CHARS_MAX = 4000;
export const SUSPENSION_REASON_CHARS_MAX = 1000;
export const FINDING_REASON_CHARS_MAX = 1000;
/** Why an administrator took a step about a refund or a chargeback. */
export const STEP_REASON_CHARS_MAX = 1000;
export const REFUND_REFERENCE_CHARS_MAX = 100;
/** The payment provider's, as the next two: https://docs.stripe.com/api/disputes/update */
export const EVIDENCE_FIELD_CHARS_MAX = 20_000;
export const EVIDENCE_CHARS_MAX = 150_000;
/** Of all files of a dispute together. */
export const EVIDENCE_FILE_BYTES_MAX = 4_500_000;
/** A form of evidence: three bytes a character for Latin scripts written out, and the names. */
export const EVIDENCE_FORM_BYTES_MAX = 512 * 1024;
/** So long before the time for evidence ends administrators are reminded, once a day. */
export const EVIDENCE_REMINDER_DAYS = 3;
/** How long the first driver of a payment has it for itself; its calls end well within it. */
export const SETTLE_LEASE_SECONDS = 60;
/** How long a buyer waits for the outcome of its charge before the answer is `payment_pending`. */
export const BUY_WAIT_SECONDS_MAX = 20;
export const WEBHOOK_BYTES_MAX = 512 * 1024;
/** Of the payment provider's webhooks, whose objects carry others that were asked for. */
export const WEBHOOK_JSON_DEPTH_MAX = 32;
export const WEBHOOK_JSON_KEYS_MAX = 10_000;
export const WEBHOOK_JSON_ELEMENTS_MAX = 10_000;

export const AUCTION_LICENSES_MAX = 1000;
export const AUCTION_MINUTES_MIN = 10;
export const AUCTION_DAYS_MAX = 90;
export const BIDS_PER_BIDDER_MAX = 100;

export const MESSAGE_CHARS_MAX = 4000;
export const THREADS_PER_ACCOUNT_PER_DAY_MAX = 20;
export const MESSAGES_PER_ACCOUNT_PER_HOUR_MAX = 60;
export const MESSAGE_MAIL_PAUSE_MINUTES = 60;

export const EVENT_WAIT_SECONDS_MAX = 30;
/** Of one account or agent, in one API process; each holds a connection. */
export const EVENT_WAITS_PER_PRINCIPAL_MAX = 100;
export const EVENTS_KEPT_DAYS = 30;
export const WEBHOOKS_PER_PRINCIPAL_MAX = 10;
/** Each is an event that is kept, and a call to an address that a stranger has named. */
export const WEBHOOK_TESTS_PER_HOUR_MAX = 60;
export const WEBHOOK_URL_CHARS_MAX = 2048;
export const WEBHOOK_DESCRIPTION_CHARS_MAX = 200;
/** Of one try, from the first look at the DNS on. */
export const WEBHOOK_TIMEOUT_SECONDS = 10;
export const WEBHOOK_EXCERPT_BYTES_MAX = 1024;
/** Then the receiver is called no more until its owner enables it again. */
export const WEBHOOK_FAILING_DAYS_MAX = 5;
/** Both secrets sign after a rotation, so that receivers need not change at the same moment. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;
