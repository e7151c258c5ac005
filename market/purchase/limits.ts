// docs/interface.md, purchase-url-life: a short window.
/** A purchase's download URL. */
export const PURCHASE_DOWNLOAD_TTL_SECONDS = 60;

// A buyer's dispute statement, or an answer of the seller.
export const DISPUTE_DETAIL_CHARS_MAX = 4000;

/** The seller's answers in one dispute; further ones get 400 `limit_reached`. */
export const DISPUTE_ANSWERS_MAX = 5;

/** Files of the statement, or of an answer. */
export const DISPUTE_ATTACHMENTS_MAX = 5;

/** One of them. */
export const DISPUTE_ATTACHMENT_BYTES_MAX = 1_048_576;

/** All of them. */
export const DISPUTE_ATTACHMENTS_BYTES_MAX = 2_097_152;

// A file's name.
export const DISPUTE_ATTACHMENT_NAME_CHARS_MAX = 200;

/** A JSON body with files. */
export const DISPUTE_BODY_BYTES_MAX = 3_145_728;

// The reference of a refund paid another way.
export const REFUND_REFERENCE_CHARS_MAX = 100;

/**
 * One text of a chargeback's evidence. The payment provider's limit, as are the next two:
 * https://docs.stripe.com/api/disputes/update
 */
export const EVIDENCE_FIELD_CHARS_MAX = 20_000;

/** All texts of a chargeback's evidence. */
export const EVIDENCE_CHARS_MAX = 150_000;

/** All files of a chargeback's evidence. */
export const EVIDENCE_FILE_BYTES_MAX = 4_500_000;

// The posted evidence form: at most twelve bytes a character, where each is percent-encoded, plus
// the field names.
export const EVIDENCE_FORM_BYTES_MAX = 2 * 1024 ** 2;

// How long a release is postponed if the store does not have its file.
export const RELEASE_HELD_MINUTES = 60;

// Purchases that one charge pays.
export const PURSE_PURCHASES_MAX = 50;

/** How long the price of a trial counts towards the whole file's. */
export const TRIAL_CREDIT_DAYS = 90;

/** How long a buy waits for the outcome of its charge. */
export const BUY_WAIT_SECONDS_MAX = 20;

/** How long the owner can approve a waiting purchase. */
export const WAITING_PURCHASE_TTL_HOURS = 24;

/** Waiting purchases of a key. */
export const WAITING_PURCHASES_PER_KEY_MAX = 20;

/** Approvals that a key requests in 24 hours. Each is a mail to the owner. */
export const WAITING_PURCHASES_PER_KEY_PER_DAY_MAX = 50;

/** The body of a payment provider's webhook. */
export const WEBHOOK_BYTES_MAX = 512 * 1024;

// Nesting of arrays and objects in such a webhook.
export const WEBHOOK_JSON_DEPTH_MAX = 32;

// Members of all its objects in total.
export const WEBHOOK_JSON_KEYS_MAX = 10_000;

// Items of all its arrays in total.
export const WEBHOOK_JSON_ELEMENTS_MAX = 10_000;
