export const mailRhythms = ["none", "immediately", "daily", "weekly"] as const;
export type MailRhythm = (typeof mailRhythms)[number];

/**
 * `by_request`: by its owner. `parameters_invalid`: the search no longer accepts them.
 * `too_many_matches`: it found more in a day than the limit.
 */
export const pausedReasons = ["by_request", "parameters_invalid", "too_many_matches"] as const;
export type PausedReason = (typeof pausedReasons)[number];

/**
 * The subject of an unsubscribe link: the mails of one saved search, or those of all of an
 * account's.
 */
export type MailSource = { kind: "search" | "account"; id: string };
