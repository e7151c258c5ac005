/** Limits of what comes from outside, each with its unit. */

/** Auctions, and purchases, that a refused deletion of an agent names. */
export const AGENT_OPEN_MATTERS_SHOWN_MAX = 20;

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
