import type { Principal } from "./event.ts";

export const mailRhythms = ["none", "immediately", "daily", "weekly"] as const;
export type MailRhythm = (typeof mailRhythms)[number];

/**
 * by_request: its owner's wish. parameters_invalid: the search does not take them any more.
 * too_many_matches: it found more in a day than is told.
 */
export const pausedReasons = ["by_request", "parameters_invalid", "too_many_matches"] as const;
export type PausedReason = (typeof pausedReasons)[number];

/** A person has to do with what the account itself keeps, and with what its agents do. */
export type SearchScope = Principal | { kind: "owner"; accountId: string };

/** What a link ends: the mails of one saved search, or those of all of an account's. */
export type MailSource = { kind: "search" | "account"; id: string };
