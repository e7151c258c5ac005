/** `description` of a data request. */
export const DATA_REQUEST_DESCRIPTION_CHARS_MAX = 4000;

/** `columns` of a data request. */
export const DATA_REQUEST_COLUMNS_MAX = 50;

// One of a data request's `columns`.
export const DATA_REQUEST_COLUMN_CHARS_MAX = 200;

/** `formats` of a data request. */
export const DATA_REQUEST_FORMATS_MAX = 10;

/** `period` and `place` of a data request. */
export const DATA_REQUEST_COVERAGE_CHARS_MAX = 200;

/** `min_rows` of a data request. */
export const DATA_REQUEST_ROWS_MAX = 999_999_999_999;

/** Shortest time to a data request's `expires_at`. */
export const DATA_REQUEST_MINUTES_MIN = 60;

/** The same, by default. */
export const DATA_REQUEST_DAYS_DEFAULT = 30;

/** Longest time to it, also when it is extended. */
export const DATA_REQUEST_DAYS_MAX = 90;

/** Open data requests of an account. All its keys count. */
export const OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX = 20;

/** Data requests of an account in 24 hours. */
export const DATA_REQUESTS_PER_ACCOUNT_PER_DAY_MAX = 20;

/** Changes of a data request in 24 hours. Each notifies everybody who answered. */
export const DATA_REQUEST_CHANGES_PER_DAY_MAX = 20;

/** `note` of an answer to a data request. */
export const ANSWER_NOTE_CHARS_MAX = 1000;

/** Waiting or accepted answers to a data request. */
export const ANSWERS_PER_DATA_REQUEST_MAX = 50;

/** Answers of an agent to a data request. */
export const ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX = 5;

/** Answers of an agent in 24 hours. */
export const ANSWERS_PER_AGENT_PER_DAY_MAX = 50;

/** The pause between two mails about answers to it. */
export const ANSWER_MAIL_PAUSE_MINUTES = 60;

/** Datasets that a data request's `/matches` names. */
export const DATA_REQUEST_MATCHES_MAX = 10;
