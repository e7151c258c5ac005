/** Webhooks of an account or agent. */
export const WEBHOOKS_PER_PRINCIPAL_MAX = 10;

/** Their tests in an hour. */
export const WEBHOOK_TESTS_PER_HOUR_MAX = 60;

/** `url` of a webhook. */
export const WEBHOOK_URL_CHARS_MAX = 2048;

/** `description` of a webhook. */
export const WEBHOOK_DESCRIPTION_CHARS_MAX = 200;

/** A receiver's time to answer. */
export const WEBHOOK_TIMEOUT_SECONDS = 10;

// The stored part of a receiver's answer.
export const WEBHOOK_EXCERPT_BYTES_MAX = 1024;

/** How long a former secret also signs. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;
