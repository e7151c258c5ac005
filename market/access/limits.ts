/** Questions of a gated listing. */
export const ACCESS_QUESTIONS_MAX = 8;

/** One of them, in characters. */
export const ACCESS_QUESTION_CHARS_MAX = 200;

// An answer.
export const ACCESS_ANSWER_CHARS_MAX = 1000;

// A seller's reason.
export const ACCESS_REASON_CHARS_MAX = 500;

/** Requests for access of an account in 24 hours. All its keys count. */
export const ACCESS_REQUESTS_PER_ACCOUNT_PER_DAY_MAX = 20;

/** After a refusal or withdrawal, the same buyer waits this long to ask again for a dataset. */
export const ACCESS_AGAIN_HOURS_MIN = 24;
