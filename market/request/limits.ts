/** `description` of a data request. */
export const DATA_REQUEST_DESCRIPTION_CHARS_MAX = 4000;

/** `columns` of a data request. */
export const DATA_REQUEST_COLUMNS_MAX = 50;

/** One of a data request's `columns`: a name, optionally with a colon and its meaning. */
export const DATA_REQUEST_COLUMN_CHARS_MAX = 200;

/** `formats` of a data request. */
export const DATA_REQUEST_FORMATS_MAX = 10;

/** `period`, and `place`, of a data request. */
export const DATA_REQUEST_COVERAGE_CHARS_MAX = 200;

/** `min_rows` of a data request. */
export const DATA_REQUEST_ROWS_MAX = 999_999_999_999;

/** The shortest time from now to `expires_at` of a data request. */
export const DATA_REQUEST_MINUTES_MIN = 60;

/** When a data request without `expires_at` expires. */
export const DATA_REQUEST_DAYS_DEFAULT = 30;

/** The longest time from now to `expires_at`, also when it is extended. */
export const DATA_REQUEST_DAYS_MAX = 90;

/** Open data requests of an account, over all of its keys. */
export const OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX = 20;

/** Data requests that an account posts in 24 hours. */
export const DATA_REQUESTS_PER_ACCOUNT_PER_DAY_MAX = 20;

/** Changes of a data request in 24 hours; each notifies everybody who answered. */
export const DATA_REQUEST_CHANGES_PER_DAY_MAX = 20;

/** `note` of an answer to a data request. */
export const ANSWER_NOTE_CHARS_MAX = 1000;

/** Answers to one data request that wait or were accepted. */
export const ANSWERS_PER_DATA_REQUEST_MAX = 50;

/** Answers of one agent to one data request, in any state. */
export const ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX = 5;

/** Answers that an agent gives in 24 hours. */
export const ANSWERS_PER_AGENT_PER_DAY_MAX = 50;

/** The pause between two mails about answers to one data request. */
export const ANSWER_MAIL_PAUSE_MINUTES = 60;

/** Datasets on sale that a new data request, and its `/matches`, name. */
export const DATA_REQUEST_MATCHES_MAX = 10;
