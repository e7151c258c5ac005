/** Active API keys of an account. */
export const API_KEYS_PER_ACCOUNT_MAX = 100;

// A key's name.
export const API_KEY_NAME_CHARS_MAX = 100;

/** Browser sessions of an account; the longest unused one is replaced. */
export const SESSIONS_PER_ACCOUNT_MAX = 50;

/** How long the page after a form shows a new secret. */
export const SHOWN_SECRET_TTL_SECONDS = 600;

/** Cards of an account. */
export const PAYMENT_METHODS_PER_ACCOUNT_MAX = 20;
