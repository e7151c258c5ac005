/** When a draft that nobody touches is warned of and expires. Pure. */
import { dayMs } from "../../../platform/time.ts";

/** `draftWarnedAt`: since its last change; null: nobody was warned. */
type DraftTimes = { updatedAt: Date; draftWarnedAt: Date | null };

type Config = { DRAFT_TTL_DAYS: number; DRAFT_WARNING_DAYS: number };

/**
 * When the draft expires unless somebody changes it: its time after the last change, and never sooner
 * after the warning than promised. Who was not warned yet is warned now at the earliest.
 */
export function draftExpiresAt(draft: DraftTimes, config: Config, now: Date): Date {
  const untouchedMs = draft.updatedAt.getTime() + config.DRAFT_TTL_DAYS * dayMs;
  const warningMs = config.DRAFT_WARNING_DAYS * dayMs;
  const warnedMs =
    draft.draftWarnedAt?.getTime() ?? Math.max(now.getTime(), untouchedMs - warningMs);
  return new Date(Math.max(untouchedMs, warnedMs + warningMs));
}

/**
 * `untouchedSince`: drafts that nobody has changed since then are warned of today, all at once, so
 * that one mail a day is enough; `warnedBefore`: agents whose last mail went out before today, by UTC.
 */
export function warningLimits(
  config: Config,
  now: Date,
): { untouchedSince: Date; warnedBefore: Date } {
  const todayMs = Math.floor(now.getTime() / dayMs) * dayMs;
  const quietDays = config.DRAFT_TTL_DAYS - config.DRAFT_WARNING_DAYS;
  return {
    untouchedSince: new Date(todayMs + dayMs - quietDays * dayMs),
    warnedBefore: new Date(todayMs),
  };
}

/** Drafts that were changed last, and warned of, before these instants expire. */
export function expiryLimits(
  config: Config,
  now: Date,
): { untouchedSince: Date; warnedBefore: Date } {
  return {
    untouchedSince: new Date(now.getTime() - config.DRAFT_TTL_DAYS * dayMs),
    warnedBefore: new Date(now.getTime() - config.DRAFT_WARNING_DAYS * dayMs),
  };
}
