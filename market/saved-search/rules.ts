/** When the mails of saved searches are due, and when a search found too much. Pure. */
import type { MailRhythm } from "../../db/vocabulary/saved-search.ts";
import { dayMs } from "../../platform/time.ts";
import { SAVED_SEARCH_MATCHES_PER_DAY_MAX } from "./limits.ts";

/** The UTC hour from which the digests of all accounts are sent. */
const digestHour = 8;
const monday = 1;

/** When the mail about a match at this instant is due; null: no mail is wanted. */
export function mailDueAt(rhythm: MailRhythm, matchedAt: Date): Date | null {
  if (rhythm === "none") return null;
  if (rhythm === "immediately") return matchedAt;
  const next = nextDigestHour(matchedAt);
  if (rhythm === "daily") return next;
  const daysToMonday = (monday + 7 - next.getUTCDay()) % 7;
  return new Date(next.getTime() + daysToMonday * dayMs);
}

function nextDigestHour(after: Date): Date {
  const today = new Date(after);
  today.setUTCHours(digestHour, 0, 0, 0);
  return today > after ? today : new Date(today.getTime() + dayMs);
}

/** A UTC day, `2026-11-22`. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

type Counted = { matchDay: string | null; matchesOfDay: number };

/** How many more matches are reported on this day. */
export function matchesLeft({ matchDay, matchesOfDay }: Counted, now: Date): number {
  const told = matchDay === dayOf(now) ? matchesOfDay : 0;
  return Math.max(0, SAVED_SEARCH_MATCHES_PER_DAY_MAX - told);
}
