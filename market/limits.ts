/** The limits of what comes from outside, each with its unit. `bun run docs` lists them by their comments in docs/limits.md. */
import { hourSeconds } from "../platform/time.ts";

/** A JSON body. */
export const BODY_BYTES_MAX = 256 * 1024;
/** Arrays and objects within each other in a body. */
export const BODY_JSON_DEPTH_MAX = 16;
/** Members of all objects of a body together. */
export const BODY_JSON_KEYS_MAX = 1000;
/** Items of all arrays of a body together. */
export const BODY_JSON_ELEMENTS_MAX = 1000;
/** A request's address. */
export const QUERY_STRING_CHARS_MAX = 8192;
/** The header fields of a request together. */
export const HEADER_BYTES_MAX = 16 * 1024;
/** A bearer token. */
export const BEARER_CHARS_MAX = 8192;
/** An `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_CHARS_MAX = 255;
/** The time that an answer is kept for its key. */
export const IDEMPOTENCY_TTL_HOURS = 24;

/** `owner_email`. */
export const OWNER_EMAIL_CHARS_MAX = 254;
/** `agent_name`. */
export const AGENT_NAME_CHARS_MAX = 60;
/** Agents and currencies on the page of earnings. */
export const EARNING_AGENTS_SHOWN_MAX = 200;
/** Rows of a CSV file of earnings, sales or payouts; for more, a shorter time. */
export const EARNINGS_FILE_ROWS_MAX = 20_000;
/** Auctions, and purchases, that a refused deletion of an agent names. */
export const AGENT_OPEN_MATTERS_SHOWN_MAX = 20;
/** Of what keeps an account from being closed. */
export const ACCOUNT_OPEN_MATTERS_SHOWN_MAX = 50;
/** The pause between two downloads of all that an account has. */
export const ACCOUNT_EXPORT_PAUSE_MINUTES = 60;
/** Rows of that download that are read at a time. */
export const ACCOUNT_EXPORT_PAGE_ROWS_MAX = 200;
/** The operator's terms, and the privacy notice. */
export const LEGAL_TEXT_BYTES_MAX = 256 * 1024;
/** An approval link. */
export const APPROVAL_TTL_HOURS = 72;
/** The pause between two mails for one agent. */
export const APPROVAL_MAIL_PAUSE_MINUTES = 10;
/**
 * Mails to one address in a day; agents that are registered beyond are answered alike and wait
 * among the owner's without one.
 */
export const APPROVAL_MAILS_PER_OWNER_PER_DAY_MAX = 10;
/** The time in which the first address may have the token again. */
export const TOKEN_REISSUE_MINUTES = 10;
/**
 * The shortest `Idempotency-Key` of a registration; a shorter one is none. A shorter key could be
 * guessed, and a replayed registration hands out a token.
 */
export const REGISTRATION_KEY_CHARS_MIN = 16;

/** A form or a registration that an OAuth client sends. */
export const OAUTH_BODY_BYTES_MAX = 16 * 1024;
/** A client ID metadata document. */
export const OAUTH_CLIENT_DOCUMENT_BYTES_MAX = 8192;
/** The time to fetch one. */
export const OAUTH_CLIENT_DOCUMENT_SECONDS_MAX = 3;
/** `client_name`. */
export const OAUTH_CLIENT_NAME_CHARS_MAX = 100;
/** `redirect_uris` of a client. */
export const OAUTH_REDIRECT_URIS_MAX = 30;
/** One of them. */
export const OAUTH_REDIRECT_URI_CHARS_MAX = 1000;
/** The time to sign in and consent. */
export const OAUTH_CONSENT_TTL_MINUTES = 60;
/** An authorization code. */
export const OAUTH_CODE_TTL_SECONDS = 60;
/** An access token. */
export const OAUTH_ACCESS_TOKEN_TTL_MINUTES = 60;
/**
 * The time in which a used refresh token gets the same answer again. Within it a used refresh token
 * gets the answer again that may have been lost.
 */
export const OAUTH_REFRESH_REPEAT_SECONDS = 30;
/** A refresh token; each use gives a new one. */
export const OAUTH_REFRESH_TOKEN_TTL_DAYS = 30;
/** A consent, however often its tokens are refreshed. */
export const OAUTH_GRANT_TTL_DAYS = 365;
/** A registered client that nobody has granted anything. */
export const OAUTH_CLIENT_UNUSED_DAYS = 7;
/** A registered client after its last token. */
export const OAUTH_CLIENT_IDLE_DAYS = 90;

/** `title`. */
export const TITLE_CHARS_MAX = 200;
/** `description`. */
export const DESCRIPTION_CHARS_MAX = 20_000;
/** Tags of a listing. */
export const TAGS_MAX = 20;
/** One tag. */
export const TAG_CHARS_MAX = 50;
/** `license`. */
export const LICENSE_CHARS_MAX = 200;
/** `source_url`, `license_url`. */
export const WEB_ADDRESS_CHARS_MAX = 2000;
/** `citation`. */
export const CITATION_CHARS_MAX = 2000;
/** `collection_method`. */
export const COLLECTION_METHOD_CHARS_MAX = 2000;
/** Columns in `column_descriptions`. */
export const COLUMN_DESCRIPTIONS_MAX = 500;
/** The description of one column. */
export const COLUMN_DESCRIPTION_CHARS_MAX = 500;
/**
 * The name of a column in `column_descriptions`. A longer name of a column is described nowhere but
 * in the file.
 */
export const DESCRIBED_COLUMN_CHARS_MAX = 200;
/** `schema.format`. */
export const FORMAT_HINT_CHARS_MAX = 40;
/** `full_data_path`. */
export const STORAGE_PATH_CHARS_MAX = 300;
/** `price_cents`. Stripe's own ceiling of one charge: eight digits. */
export const PRICE_CENTS_MAX = 99_999_999;
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
/**
 * Days before a price that `lowest_price_before_cents` looks at. The lowest price of so many days
 * is what a reduction is measured by (Directive 98/6/EC, article 6a).
 */
export const LOWEST_PRICE_DAYS = 30;
/** `wait` of `GET /listings/{id}`. */
export const LISTING_WAIT_SECONDS_MAX = 30;
/** Parts of a multipart upload. S3's ceiling. */
export const UPLOAD_PARTS_MAX = 10_000;
/** URLs of parts, and arrived parts, of one answer. */
export const PART_URLS_PER_ANSWER_MAX = 1000;
/** Files of a folder. */
export const UPLOAD_FILES_MAX = 10_000;
/** Files of a folder on a page, with their URLs, unless asked otherwise. */
export const UPLOAD_FILES_PAGE_DEFAULT = 100;
/** Files of a folder on a page, with their URLs. */
export const UPLOAD_FILES_PAGE_MAX = 500;
/** Files of a folder that its Croissant document names one by one. */
export const CROISSANT_FILES_MAX = 500;
/**
 * Bytes of a file's name in a folder, with those of its folders. Of a file's name in a folder; S3,
 * FAT and most file systems take as much.
 */
export const FILE_PATH_BYTES_MAX = 1024;
/** Bytes of each part of such a name. */
export const FILE_PATH_SEGMENT_BYTES_MAX = 255;
/** Parts of such a name. */
export const FILE_PATH_SEGMENTS_MAX = 32;
/** Files whose faults a refusal lists. */
export const FILE_FAULTS_MAX = 50;
/** Zip files of folders that an API process sends at once. */
export const ARCHIVES_AT_ONCE_MAX = 32;
/** Of these, places that only bought folders may take. */
export const ARCHIVES_AT_ONCE_FOR_PURCHASES = 12;
/** Zip files of bought folders that an API process sends to one account at once. */
export const ARCHIVES_AT_ONCE_PER_BUYER_MAX = 4;
/**
 * Zip files of free folders that an API process sends to one network at once, and as many of bought
 * ones.
 */
export const ARCHIVES_AT_ONCE_PER_NETWORK_MAX = 8;
/**
 * Bytes a second, over a window, below which the download of a zip file is ended. A zip file whose
 * reader takes less in a whole window is ended; time that the store takes does not count.
 */
export const ARCHIVE_BYTES_PER_SECOND_MIN = 16_384;
/** Seconds of such a window; time in which the file store is waited for does not count. */
export const ARCHIVE_PACE_WINDOW_SECONDS = 60;
/** Bytes of the body that announces a folder. */
export const UPLOAD_FILES_BODY_BYTES_MAX = 4 * 1024 ** 2;

/** Items of a page, unless asked otherwise. */
export const PAGE_ITEMS_DEFAULT = 20;
/** Items of a page. */
export const PAGE_ITEMS_MAX = 100;
/**
 * Rows of the audit log that are looked at for a page of one program, key or agent; the page may
 * hold fewer, and leads on.
 */
export const AUDIT_ROWS_SCANNED_MAX = 5000;
/** `offset`; beyond it, `cursor`. */
export const PAGE_OFFSET_MAX = 100_000;
/** `cursor`. */
export const CURSOR_CHARS_MAX = 500;
/** `query`. */
export const SEARCH_QUERY_CHARS_MAX = 300;
/** Words and phrases of a query that are searched, the first ones. */
export const SEARCH_CONCEPTS_MAX = 16;
/** Ways to say them, of all together. */
export const SEARCH_ALTERNATIVES_MAX = 160;
/** Words of a query whose spelling is looked up. */
export const SEARCH_MENDED_WORDS_MAX = 4;
/** Filters and words left out, one at a time, where a search finds nothing. */
export const SEARCH_SUGGESTIONS_MAX = 4;
/**
 * Values of a list of a search: `tags`, `columns`, `category`, `format`, `country`, `language`,
 * `license`.
 */
export const SEARCH_NAMES_MAX = 20;
/** One of `columns` of a search, with its type or meaning. */
export const COLUMN_ASK_CHARS_MAX = 200;
/** `min_rows` and `max_rows` of a search. */
export const FILTER_ROWS_MAX = 999_999_999_999;
/** `min_bytes` and `max_bytes` of a search. */
export const FILTER_BYTES_MAX = 999_999_999_999_999;
/** One of `country` of a search. */
export const COUNTRY_CHARS_MAX = 60;
/** One of `language` of a search. RFC 5646, 4.4.1: longer tags are never needed. */
export const LANGUAGE_TAG_CHARS_MAX = 35;
/** `table`. */
export const TABLE_NAME_CHARS_MAX = 300;
/** `identical_to` of a dataset's detail; cut, the cheapest stay. */
export const IDENTICAL_DATASETS_MAX = 5;
/** How far `identical_count` counts. */
export const IDENTICAL_DATASETS_COUNTED_MAX = 1000;
/**
 * Datasets that a dataset's page names as related by shared columns, and as the same file
 * elsewhere.
 */
export const RELATED_DATASETS_MAX = 6;
/** `from` and `to` of a dataset's changes. */
export const VERSION_MAX = 2_147_483_647;
/** Columns in each list of `columns` of a dataset's changes; cut, the first stay. */
export const CHANGED_COLUMNS_MAX = 100;
/** `drift` of a dataset's changes; cut, those that shifted most stay. */
export const DRIFTED_COLUMNS_MAX = 50;
/** `sentences` of a dataset's changes; cut, the most important stay. */
export const CHANGE_SENTENCES_MAX = 12;
/** Earlier versions that a new one is compared with when it is profiled, the newest first. */
export const COMPARED_VERSIONS_MAX = 20;
/** Two profiles together that are compared on demand; else 404 `changes_not_available`. */
export const COMPARED_PROFILE_BYTES_MAX = 64 * 1024;

/** A free download URL. */
export const FREE_DOWNLOAD_TTL_SECONDS = hourSeconds;
/** API keys of an account that still work. */
export const API_KEYS_PER_ACCOUNT_MAX = 100;
/** A key's name. */
export const API_KEY_NAME_CHARS_MAX = 100;
/** How far away a key's end may be. */
export const API_KEY_TTL_DAYS_MAX = 3650;
/** Programs that an account has connected and not ended. */
export const CONNECTIONS_PER_ACCOUNT_MAX = 100;
/** A connected program's own name, as it is shown; the rest is cut. */
export const CLIENT_NAME_CHARS_MAX = 80;
/** Browsers in which an account is signed in; the one unused for longest gives way. */
export const SESSIONS_PER_ACCOUNT_MAX = 50;
/** How long the page after a form shows the new secret. */
export const SHOWN_SECRET_TTL_SECONDS = 600;
/** Cards of an account. */
export const PAYMENT_METHODS_PER_ACCOUNT_MAX = 20;
/** `payment_method_id`. */
export const PAYMENT_METHOD_ID_CHARS_MAX = 255;
/** A key's budget. */
export const BUDGET_CENTS_MAX = 2_000_000_000;
/**
 * The least that the payment provider charges. Less than the provider charges:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const PAID_PRICE_CENTS_MIN = 50;
/** A purchase's download URL. docs/interface.md, purchase-url-life: a short window. */
export const PURCHASE_DOWNLOAD_TTL_SECONDS = 60;
/** What a buyer says of a dispute, and one answer of the seller. */
export const DISPUTE_DETAIL_CHARS_MAX = 4000;
/** Answers of the seller in one dispute; then 400 `limit_reached`. */
export const DISPUTE_ANSWERS_MAX = 5;
/** Files that the opening of a dispute, or one answer, carries. */
export const DISPUTE_ATTACHMENTS_MAX = 5;
/** One of these files. */
export const DISPUTE_ATTACHMENT_BYTES_MAX = 1_048_576;
/** All files of the opening or of one answer. */
export const DISPUTE_ATTACHMENTS_BYTES_MAX = 2_097_152;
/** The name of such a file. */
export const DISPUTE_ATTACHMENT_NAME_CHARS_MAX = 200;
/** A JSON body that carries them. */
export const DISPUTE_BODY_BYTES_MAX = 3_145_728;
/** What an administrator says of a decision. */
export const RESOLUTION_DETAIL_CHARS_MAX = 4000;
/** Why something was suspended. */
export const SUSPENSION_REASON_CHARS_MAX = 1000;
/** Why a finding of the reconciliation was closed. */
export const FINDING_REASON_CHARS_MAX = 1000;
/** Why an administrator took a step about a refund or a chargeback. */
export const STEP_REASON_CHARS_MAX = 1000;
/** By what a refund was paid otherwise. */
export const REFUND_REFERENCE_CHARS_MAX = 100;
/**
 * One text of a chargeback's evidence. The payment provider's, as the next two:
 * https://docs.stripe.com/api/disputes/update
 */
export const EVIDENCE_FIELD_CHARS_MAX = 20_000;
/** All texts of a chargeback's evidence. */
export const EVIDENCE_CHARS_MAX = 150_000;
/** All files of a chargeback's evidence. */
export const EVIDENCE_FILE_BYTES_MAX = 4_500_000;
/**
 * The posted form of its texts. A form of evidence: twelve bytes a character at most, where each is
 * written out, and the names.
 */
export const EVIDENCE_FORM_BYTES_MAX = 2 * 1024 ** 2;
/** Before the time for evidence ends: administrators are reminded each day. */
export const EVIDENCE_REMINDER_DAYS = 3;
/** How long a release waits whose file the store does not have, until it is looked at again. */
export const RELEASE_HELD_MINUTES = 60;
/**
 * The time that one process has to bring a payment on. How long the first driver of a payment has
 * it for itself; its calls end well within it.
 */
export const SETTLE_LEASE_SECONDS = 60;
/** How long a buyer waits for the outcome of its charge. */
export const BUY_WAIT_SECONDS_MAX = 20;
/** Hours in which the owner can approve a purchase above the key's `confirm_above_cents`. */
export const WAITING_PURCHASE_TTL_HOURS = 24;
/** Purchases of a key that wait for the owner. */
export const WAITING_PURCHASES_PER_KEY_MAX = 20;
/** Purchases for which a key asks the owner in 24 hours. Each is a mail to the owner. */
export const WAITING_PURCHASES_PER_KEY_PER_DAY_MAX = 50;
/** A webhook of the payment provider. */
export const WEBHOOK_BYTES_MAX = 512 * 1024;
/** Arrays and objects within each other in such a webhook. */
export const WEBHOOK_JSON_DEPTH_MAX = 32;
/** Members of all its objects together. */
export const WEBHOOK_JSON_KEYS_MAX = 10_000;
/** Items of all its arrays together. */
export const WEBHOOK_JSON_ELEMENTS_MAX = 10_000;

/** Licences that one auction sells. */
export const AUCTION_LICENSES_MAX = 1000;
/** How long an auction runs at least. */
export const AUCTION_MINUTES_MIN = 10;
/** From the publication to the end of an auction. */
export const AUCTION_DAYS_MAX = 90;
/** A bidder's bids in one auction. */
export const BIDS_PER_BIDDER_MAX = 100;
/**
 * A maximum that is taken without `confirm_max_amount_cents`, however low the next minimum is. A
 * larger maximum is confirmed by the bid itself where it is far above the next minimum.
 */
export const BID_UNCONFIRMED_CENTS_MAX = 5_000;
/** Times the next minimum that a larger maximum may be without it. */
export const BID_UNCONFIRMED_TIMES_MAX = 10;
/** A message between buyer and seller. */
export const MESSAGE_CHARS_MAX = 4000;
/** Threads that an operator begins in 24 hours. */
export const THREADS_PER_ACCOUNT_PER_DAY_MAX = 20;
/** Messages of an account, over all of its keys and agents, in an hour. */
export const MESSAGES_PER_ACCOUNT_PER_HOUR_MAX = 60;
/** The pause between two mails about one thread to one side. */
export const MESSAGE_MAIL_PAUSE_MINUTES = 60;
/** `text` of a review. */
export const REVIEW_CHARS_MAX = 2000;
/** A seller's answer to a review. */
export const REVIEW_ANSWER_CHARS_MAX = 2000;
/** Wordings of a review: the first one, and every change. */
export const REVIEW_WORDINGS_MAX = 20;
/** The same of a seller's answer. */
export const REVIEW_ANSWER_WORDINGS_MAX = 20;
/** `detail` of a report of a review. */
export const REPORT_DETAIL_CHARS_MAX = 500;
/** Reports of an account that wait for an administrator. */
export const OPEN_REPORTS_PER_ACCOUNT_MAX = 20;
/** `detail` of a report of a dataset. */
export const LISTING_REPORT_DETAIL_CHARS_MAX = 4000;
/** Reports of datasets by one account that wait for an administrator. */
export const OPEN_LISTING_REPORTS_PER_ACCOUNT_MAX = 20;
/** Reports of one dataset that wait. One decision tells everybody who has reported. */
export const OPEN_REPORTS_PER_LISTING_MAX = 200;
/** A seller's appeal against a decision. */
export const DECISION_APPEAL_CHARS_MAX = 4000;
/**
 * Sales from which a seller's sales and disputes are told, and answers from which a median is.
 * Below it a seller's sales, disputes and times to answer are not told: a buyer would show through.
 */
export const SELLER_SALES_TOLD_MIN = 5;
/** The latest conversations, and disputes, that a seller's times to answer are the median of. */
export const SELLER_ANSWERS_READ_MAX = 200;
/** How old a seller's figures are at most. */
export const SELLER_FIGURES_HELD_SECONDS = 60;

/** `description` of a data request. */
export const DATA_REQUEST_DESCRIPTION_CHARS_MAX = 4000;
/** `columns` of a data request. */
export const DATA_REQUEST_COLUMNS_MAX = 50;
/** One of them: a name, and with a colon its meaning. */
export const DATA_REQUEST_COLUMN_CHARS_MAX = 200;
/** `formats` of a data request. */
export const DATA_REQUEST_FORMATS_MAX = 10;
/** `period`, and `place`, of a data request. */
export const DATA_REQUEST_COVERAGE_CHARS_MAX = 200;
/** `min_rows` of a data request. */
export const DATA_REQUEST_ROWS_MAX = 999_999_999_999;
/** From now to `expires_at` of a data request, at least. */
export const DATA_REQUEST_MINUTES_MIN = 60;
/** The days that a data request is open which names no end. */
export const DATA_REQUEST_DAYS_DEFAULT = 30;
/** Days from now to `expires_at`, also when it is extended. */
export const DATA_REQUEST_DAYS_MAX = 90;
/** Open data requests of an account, over all of its keys. */
export const OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX = 20;
/** Data requests that an account posts in 24 hours. */
export const DATA_REQUESTS_PER_ACCOUNT_PER_DAY_MAX = 20;
/**
 * Changes of one data request in 24 hours, opening it again among them. Each tells everybody who
 * has answered.
 */
export const DATA_REQUEST_CHANGES_PER_DAY_MAX = 20;
/** `note` of an answer to a data request. */
export const ANSWER_NOTE_CHARS_MAX = 1000;
/** Answers to one data request that wait or were accepted. */
export const ANSWERS_PER_DATA_REQUEST_MAX = 50;
/** Answers of one agent to one data request, whatever became of them. */
export const ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX = 5;
/** Answers that an agent gives in 24 hours. */
export const ANSWERS_PER_AGENT_PER_DAY_MAX = 50;
/** The pause between two mails about answers to one data request. */
export const ANSWER_MAIL_PAUSE_MINUTES = 60;
/** Datasets on sale that a new data request, and its `/matches`, name. */
export const DATA_REQUEST_MATCHES_MAX = 10;

/** `wait` of `GET /events`. */
export const EVENT_WAIT_SECONDS_MAX = 30;
/**
 * Calls of `GET /events` of an account or agent that wait at once, in one API process. Of one
 * account or agent, in one API process; each holds a connection.
 */
export const EVENT_WAITS_PER_PRINCIPAL_MAX = 100;
/** The time that events and their deliveries are kept. */
export const EVENTS_KEPT_DAYS = 30;
/** Webhooks of an account, or of a seller agent. */
export const WEBHOOKS_PER_PRINCIPAL_MAX = 10;
/**
 * Tests of an account's or agent's webhooks in an hour. Each is an event that is kept, and a call
 * to an address that a stranger has named.
 */
export const WEBHOOK_TESTS_PER_HOUR_MAX = 60;
/** `url` of a webhook. */
export const WEBHOOK_URL_CHARS_MAX = 2048;
/** `description` of a webhook. */
export const WEBHOOK_DESCRIPTION_CHARS_MAX = 200;
/** The time that a receiver has to answer. */
export const WEBHOOK_TIMEOUT_SECONDS = 10;
/** What is kept of a receiver's answer. */
export const WEBHOOK_EXCERPT_BYTES_MAX = 1024;
/** After so long without a success a webhook is disabled. */
export const WEBHOOK_FAILING_DAYS_MAX = 5;
/**
 * How long the secret before a rotation signs along. Both secrets sign after a rotation, so that
 * receivers need not change at the same moment.
 */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;
/** Saved searches of an account, or of a seller agent. */
export const SAVED_SEARCHES_PER_PRINCIPAL_MAX = 100;
/** `name` of a saved search. */
export const SAVED_SEARCH_NAME_CHARS_MAX = 100;
/** `parameters` of a saved search, as JSON. */
export const SAVED_SEARCH_PARAMETERS_BYTES_MAX = 4096;
/** Matches of a saved search in a UTC day; one that finds more is paused. */
export const SAVED_SEARCH_MATCHES_PER_DAY_MAX = 1000;
/** The time that matches are kept. */
export const SAVED_SEARCH_MATCHES_KEPT_DAYS = 90;
/** The pause between two mails of one account about new matches. */
export const SEARCH_DIGEST_PAUSE_MINUTES = 15;
/** Matches that one mail names; the others are counted. */
export const SEARCH_DIGEST_MATCHES_MAX = 20;

/** Rows of a query's answer, unless asked otherwise. */
export const QUERY_ROWS_DEFAULT = 100;
/** `limit` of a query. */
export const QUERY_ROWS_MAX = 1000;
/** `offset` of a query. */
export const QUERY_OFFSET_MAX = 1_000_000;
/** `columns` of a query; a wider table names some. */
export const QUERY_COLUMNS_MAX = 500;
/** A column's name in a query. */
export const QUERY_COLUMN_NAME_CHARS_MAX = 1000;
/** A text to compare with. */
export const QUERY_TEXT_CHARS_MAX = 1000;
/** Values of `in` and `not_in`. */
export const QUERY_LIST_VALUES_MAX = 200;
/** Conditions of a filter together. */
export const QUERY_CONDITIONS_MAX = 100;
/** `all`, `any` and `not` within each other. */
export const QUERY_CONDITION_DEPTH_MAX = 6;
/** `group_by`. */
export const QUERY_GROUPS_BY_MAX = 10;
/** `aggregates`. */
export const QUERY_AGGREGATES_MAX = 20;
/** `order_by`. */
export const QUERY_ORDERS_MAX = 5;
/** The rows of an answer as JSON; the page ends before it. */
export const QUERY_ANSWER_BYTES_MAX = 4 * 1024 ** 2;
/** Stored bytes of columns and row groups that one step of a query reads. */
export const QUERY_SCAN_BYTES_MAX = 4 * 1024 ** 3;
/** Queries of an account, agent or network that run or wait at once, in one query process. */
export const QUERIES_PER_CALLER_MAX = 4;
/** Queries that wait for their turn, in one query process. */
export const QUERIES_WAITING_MAX = 64;
