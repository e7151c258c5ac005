/** Limits of what comes from outside, each with its unit. */

/** API keys of an account that still work. */
export const API_KEYS_PER_ACCOUNT_MAX = 100;

/** A key's name. */
export const API_KEY_NAME_CHARS_MAX = 100;

/** Browsers in which an account is signed in; the one unused for longest gives way. */
export const SESSIONS_PER_ACCOUNT_MAX = 50;

/** How long the page after a form shows the new secret. */
export const SHOWN_SECRET_TTL_SECONDS = 600;

/** Cards of an account. */
export const PAYMENT_METHODS_PER_ACCOUNT_MAX = 20;
