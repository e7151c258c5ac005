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
/** Names and values of a request's header fields together. */
export const HEADER_BYTES_MAX = 16 * 1024;
export const BEARER_CHARS_MAX = 8192;
export const IDEMPOTENCY_KEY_CHARS_MAX = 255;
export const IDEMPOTENCY_TTL_HOURS = 24;

export const OWNER_EMAIL_CHARS_MAX = 254;
export const AGENT_NAME_CHARS_MAX = 60;
/** On the page of a person's earnings. */
export const EARNING_AGENTS_SHOWN_MAX = 200;
/** Rows of a file of earnings, sales or payouts; more are fetched by shorter times. */
export const EARNINGS_FILE_ROWS_MAX = 20_000;
/** Of each kind, of what keeps an agent from being deleted. */
export const AGENT_OPEN_MATTERS_SHOWN_MAX = 20;
/** Of what keeps an account from being closed. */
export const ACCOUNT_OPEN_MATTERS_SHOWN_MAX = 50;
/** Between two downloads of all that an account has. */
export const ACCOUNT_EXPORT_PAUSE_MINUTES = 60;
/** Of one section of that download, at a time. */
export const ACCOUNT_EXPORT_PAGE_ROWS_MAX = 200;
/** Of the operator's terms, and of the privacy notice. */
export const LEGAL_TEXT_BYTES_MAX = 256 * 1024;
export const APPROVAL_TTL_HOURS = 72;
export const APPROVAL_MAIL_PAUSE_MINUTES = 10;
export const APPROVAL_MAILS_PER_OWNER_PER_DAY_MAX = 10;
export const TOKEN_REISSUE_MINUTES = 10;
/** A shorter key could be guessed, and a replayed registration hands out a token. */
export const REGISTRATION_KEY_CHARS_MIN = 16;

/** Of the authorisation server: a form or a registration that a client sends. */
export const OAUTH_BODY_BYTES_MAX = 16 * 1024;
export const OAUTH_CLIENT_DOCUMENT_BYTES_MAX = 8192;
export const OAUTH_CLIENT_DOCUMENT_SECONDS_MAX = 3;
export const OAUTH_CLIENT_NAME_CHARS_MAX = 100;
export const OAUTH_REDIRECT_URIS_MAX = 30;
export const OAUTH_REDIRECT_URI_CHARS_MAX = 1000;
export const OAUTH_CONSENT_TTL_MINUTES = 60;
export const OAUTH_CODE_TTL_SECONDS = 60;
export const OAUTH_ACCESS_TOKEN_TTL_MINUTES = 60;
/** Within it a used refresh token gets the answer again that may have been lost. */
export const OAUTH_REFRESH_REPEAT_SECONDS = 30;
export const OAUTH_REFRESH_TOKEN_TTL_DAYS = 30;
export const OAUTH_GRANT_TTL_DAYS = 365;
/** A registered client that was never granted anything, and one that was. */
export const OAUTH_CLIENT_UNUSED_DAYS = 7;
export const OAUTH_CLIENT_IDLE_DAYS = 90;

export const TITLE_CHARS_MAX = 200;
export const DESCRIPTION_CHARS_MAX = 20_000;
export const TAGS_MAX = 20;
export const TAG_CHARS_MAX = 50;
export const LICENSE_CHARS_MAX = 200;
/** Of the source of the data, and of own terms. */
export const WEB_ADDRESS_CHARS_MAX = 2000;
export const CITATION_CHARS_MAX = 2000;
export const COLLECTION_METHOD_CHARS_MAX = 2000;
export const COLUMN_DESCRIPTIONS_MAX = 500;
export const COLUMN_DESCRIPTION_CHARS_MAX = 500;
/** A longer name of a column is described nowhere but in the file. */
export const DESCRIBED_COLUMN_CHARS_MAX = 200;
export const FORMAT_HINT_CHARS_MAX = 40;
export const STORAGE_PATH_CHARS_MAX = 300;
/** Stripe's own ceiling of one charge: eight digits. */
export const PRICE_CENTS_MAX = 99_999_999;
export const DRAFTS_PER_AGENT_MAX = 1000;
export const UPLOADS_PER_LISTING_PER_DAY_MAX = 100;
/** A form cannot be gone on with where it broke off: what is larger comes in parts. */
export const FORM_FILE_BYTES_MAX = 1_000_000_000;
/** Of a published listing, its price included, in 24 hours: each may be told to saved searches. */
export const LISTING_CHANGES_PER_DAY_MAX = 20;
/** A price that changes all the time is one that nobody can decide by. */
export const PRICE_CHANGES_PER_DAY_MAX = 4;
/** The lowest price of so many days is what a reduction is measured by (Directive 98/6/EC, article 6a). */
export const LOWEST_PRICE_DAYS = 30;
export const LISTING_WAIT_SECONDS_MAX = 30;
/** S3's ceiling. */
export const UPLOAD_PARTS_MAX = 10_000;
/** Signed in one answer, and arrived parts that one answer lists. */
export const PART_URLS_PER_ANSWER_MAX = 1000;
/** Of a folder: files of one upload, and of a page of them with their URLs. */
export const UPLOAD_FILES_MAX = 10_000;
export const UPLOAD_FILES_PAGE_DEFAULT = 100;
export const UPLOAD_FILES_PAGE_MAX = 500;
/** Files of a folder that its Croissant document names one by one. */
export const CROISSANT_FILES_MAX = 500;
/** Of a file's name in a folder; S3, FAT and most file systems take as much. */
export const FILE_PATH_BYTES_MAX = 1024;
export const FILE_PATH_SEGMENT_BYTES_MAX = 255;
export const FILE_PATH_SEGMENTS_MAX = 32;
/** Faults of names and sizes that one refusal lists. */
export const FILE_FAULTS_MAX = 50;
/** Zip files of folders that one API process sends at once: in all, and those that only purchases may take. */
export const ARCHIVES_AT_ONCE_MAX = 32;
export const ARCHIVES_AT_ONCE_FOR_PURCHASES = 12;
/** To one account of what it bought; to one network of free folders, and as many again of bought ones. */
export const ARCHIVES_AT_ONCE_PER_BUYER_MAX = 4;
export const ARCHIVES_AT_ONCE_PER_NETWORK_MAX = 8;
/** A zip file whose reader takes less in a whole window is ended; time that the store takes does not count. */
export const ARCHIVE_BYTES_PER_SECOND_MIN = 16_384;
export const ARCHIVE_PACE_WINDOW_SECONDS = 60;
/** Of the body that lists the files of a folder. */
export const UPLOAD_FILES_BODY_BYTES_MAX = 4 * 1024 ** 2;

export const PAGE_ITEMS_DEFAULT = 20;
export const PAGE_ITEMS_MAX = 100;
export const AUDIT_ROWS_SCANNED_MAX = 5000;
export const PAGE_OFFSET_MAX = 100_000;
export const CURSOR_CHARS_MAX = 500;
export const SEARCH_QUERY_CHARS_MAX = 300;
/** Words and phrases of a query that are searched, the first ones; all their alternatives together. */
export const SEARCH_CONCEPTS_MAX = 16;
export const SEARCH_ALTERNATIVES_MAX = 160;
/** Words of one query whose spelling is looked up. */
export const SEARCH_MENDED_WORDS_MAX = 4;
/** Changes of a search without a result that are tried for its suggestions. */
export const SEARCH_SUGGESTIONS_MAX = 4;
export const SEARCH_NAMES_MAX = 20;
export const COLUMN_ASK_CHARS_MAX = 200;
export const FILTER_ROWS_MAX = 999_999_999_999;
export const FILTER_BYTES_MAX = 999_999_999_999_999;
export const COUNTRY_CHARS_MAX = 60;
/** RFC 5646, 4.4.1: longer tags are never needed. */
export const LANGUAGE_TAG_CHARS_MAX = 35;
export const TABLE_NAME_CHARS_MAX = 300;
/** Other listings of the same bytes that a dataset's detail names, and how far it counts them. */
export const IDENTICAL_DATASETS_MAX = 5;
export const IDENTICAL_DATASETS_COUNTED_MAX = 1000;
/** Datasets that the page of another one leads on to, in each of its two lists. */
export const RELATED_DATASETS_MAX = 6;
export const VERSION_MAX = 2_147_483_647;
/** What the changes between two versions name of columns, and in how many sentences. */
export const CHANGED_COLUMNS_MAX = 100;
export const DRIFTED_COLUMNS_MAX = 50;
export const CHANGE_SENTENCES_MAX = 12;
/** Earlier versions that a new one is compared with when it is profiled, the newest first. */
export const COMPARED_VERSIONS_MAX = 20;
/** Two profiles of together so many bytes are compared on demand; larger ones by a worker alone. */
export const COMPARED_PROFILE_BYTES_MAX = 64 * 1024;

export const FREE_DOWNLOAD_TTL_SECONDS = hourSeconds;
export const API_KEYS_PER_ACCOUNT_MAX = 100;
export const API_KEY_NAME_CHARS_MAX = 100;
export const API_KEY_TTL_DAYS_MAX = 3650;
/** Programs that an account has connected and not ended. */
export const CONNECTIONS_PER_ACCOUNT_MAX = 100;
/** Of a client's own name, as it is shown. */
export const CLIENT_NAME_CHARS_MAX = 80;
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
/** Answers of the seller in one dispute. */
export const DISPUTE_ANSWERS_MAX = 5;
/** Files of one statement, the bytes of one, and of all of a statement together. */
export const DISPUTE_ATTACHMENTS_MAX = 5;
export const DISPUTE_ATTACHMENT_BYTES_MAX = 1_048_576;
export const DISPUTE_ATTACHMENTS_BYTES_MAX = 2_097_152;
export const DISPUTE_ATTACHMENT_NAME_CHARS_MAX = 200;
/** A JSON body that carries them in base64. */
export const DISPUTE_BODY_BYTES_MAX = 3_145_728;
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
/** A form of evidence: twelve bytes a character at most, where each is written out, and the names. */
export const EVIDENCE_FORM_BYTES_MAX = 2 * 1024 ** 2;
/** So long before the time for evidence ends administrators are reminded, once a day. */
export const EVIDENCE_REMINDER_DAYS = 3;
/** How long a release waits whose file the store does not have, before it is asked again. */
export const RELEASE_HELD_MINUTES = 60;
/** How long the first driver of a payment has it for itself; its calls end well within it. */
export const SETTLE_LEASE_SECONDS = 60;
/** How long a buyer waits for the outcome of its charge before the answer is `payment_pending`. */
export const BUY_WAIT_SECONDS_MAX = 20;
/** How long a purchase above its key's `confirm_above_cents` waits for the owner's answer. */
export const WAITING_PURCHASE_TTL_HOURS = 24;
export const WAITING_PURCHASES_PER_KEY_MAX = 20;
/** Each is a mail to the owner. */
export const WAITING_PURCHASES_PER_KEY_PER_DAY_MAX = 50;
export const WEBHOOK_BYTES_MAX = 512 * 1024;
/** Of the payment provider's webhooks, whose objects carry others that were asked for. */
export const WEBHOOK_JSON_DEPTH_MAX = 32;
export const WEBHOOK_JSON_KEYS_MAX = 10_000;
export const WEBHOOK_JSON_ELEMENTS_MAX = 10_000;

export const AUCTION_LICENSES_MAX = 1000;
export const AUCTION_MINUTES_MIN = 10;
export const AUCTION_DAYS_MAX = 90;
export const BIDS_PER_BIDDER_MAX = 100;
/** A larger maximum is confirmed by the bid itself where it is far above the next minimum. */
export const BID_UNCONFIRMED_CENTS_MAX = 5_000;
export const BID_UNCONFIRMED_TIMES_MAX = 10;
export const MESSAGE_CHARS_MAX = 4000;
export const THREADS_PER_ACCOUNT_PER_DAY_MAX = 20;
export const MESSAGES_PER_ACCOUNT_PER_HOUR_MAX = 60;
export const MESSAGE_MAIL_PAUSE_MINUTES = 60;
export const REVIEW_CHARS_MAX = 2000;
export const REVIEW_ANSWER_CHARS_MAX = 2000;
/** The first one, and every change; each is kept. */
export const REVIEW_WORDINGS_MAX = 20;
export const REVIEW_ANSWER_WORDINGS_MAX = 20;
export const REPORT_DETAIL_CHARS_MAX = 500;
export const OPEN_REPORTS_PER_ACCOUNT_MAX = 20;
export const LISTING_REPORT_DETAIL_CHARS_MAX = 4000;
export const OPEN_LISTING_REPORTS_PER_ACCOUNT_MAX = 20;
/** One decision tells everybody who has reported. */
export const OPEN_REPORTS_PER_LISTING_MAX = 200;
export const DECISION_APPEAL_CHARS_MAX = 4000;
/** Below it a seller's sales, disputes and times to answer are not told: a buyer would show through. */
export const SELLER_SALES_TOLD_MIN = 5;
/** The latest conversations, and disputes, that a seller's times to answer are the median of. */
export const SELLER_ANSWERS_READ_MAX = 200;
export const SELLER_FIGURES_HELD_SECONDS = 60;

export const DATA_REQUEST_DESCRIPTION_CHARS_MAX = 4000;
export const DATA_REQUEST_COLUMNS_MAX = 50;
/** A name, and with a colon its meaning. */
export const DATA_REQUEST_COLUMN_CHARS_MAX = 200;
export const DATA_REQUEST_FORMATS_MAX = 10;
/** Of the time, and of the place, that the data should cover. */
export const DATA_REQUEST_COVERAGE_CHARS_MAX = 200;
export const DATA_REQUEST_ROWS_MAX = 999_999_999_999;
export const DATA_REQUEST_MINUTES_MIN = 60;
export const DATA_REQUEST_DAYS_DEFAULT = 30;
export const DATA_REQUEST_DAYS_MAX = 90;
export const OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX = 20;
export const DATA_REQUESTS_PER_ACCOUNT_PER_DAY_MAX = 20;
/** Each tells everybody who has answered. */
export const DATA_REQUEST_CHANGES_PER_DAY_MAX = 20;
export const ANSWER_NOTE_CHARS_MAX = 1000;
export const ANSWERS_PER_DATA_REQUEST_MAX = 50;
export const ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX = 5;
export const ANSWERS_PER_AGENT_PER_DAY_MAX = 50;
export const ANSWER_MAIL_PAUSE_MINUTES = 60;
/** Datasets on sale that the answer to a new request names, and `/matches` shows. */
export const DATA_REQUEST_MATCHES_MAX = 10;

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
export const SAVED_SEARCHES_PER_PRINCIPAL_MAX = 100;
export const SAVED_SEARCH_NAME_CHARS_MAX = 100;
/** Of all values of a saved search together, as they are stored. */
export const SAVED_SEARCH_PARAMETERS_BYTES_MAX = 4096;
/** Each is an event, and a call to each webhook: a search that finds more is paused. */
export const SAVED_SEARCH_MATCHES_PER_DAY_MAX = 1000;
export const SAVED_SEARCH_MATCHES_KEPT_DAYS = 90;
/** Between two mails of one account about new matches. */
export const SEARCH_DIGEST_PAUSE_MINUTES = 15;
/** Named in one mail; the others are counted. */
export const SEARCH_DIGEST_MATCHES_MAX = 20;

/** What one query of a dataset's rows may ask, and how much it is answered with. */
export const QUERY_ROWS_DEFAULT = 100;
export const QUERY_ROWS_MAX = 1000;
export const QUERY_OFFSET_MAX = 1_000_000;
export const QUERY_COLUMNS_MAX = 500;
export const QUERY_COLUMN_NAME_CHARS_MAX = 1000;
export const QUERY_TEXT_CHARS_MAX = 1000;
export const QUERY_LIST_VALUES_MAX = 200;
/** Conditions of a filter together, and how deep `all`, `any` and `not` may stand in each other. */
export const QUERY_CONDITIONS_MAX = 100;
export const QUERY_CONDITION_DEPTH_MAX = 6;
export const QUERY_GROUPS_BY_MAX = 10;
export const QUERY_AGGREGATES_MAX = 20;
export const QUERY_ORDERS_MAX = 5;
/** The rows of an answer as JSON; a page ends before it. */
export const QUERY_ANSWER_BYTES_MAX = 4 * 1024 ** 2;
/** Stored bytes of the columns and row groups that one query may read. */
export const QUERY_SCAN_BYTES_MAX = 4 * 1024 ** 3;
/** Queries of one caller that a query process runs or holds at once, and of all callers. */
export const QUERIES_PER_CALLER_MAX = 4;
export const QUERIES_WAITING_MAX = 64;
