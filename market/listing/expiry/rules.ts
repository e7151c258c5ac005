/** When an unchanged draft is warned about and expires. Pure. */
import { dayMs } from "../../../platform/time.ts";

/** `draftWarnedAt` is null if there was no warning since the last change. */
type DraftTimes = { updatedAt: Date; draftWarnedAt: Date | null };

type Config = { DRAFT_TTL_DAYS: number; DRAFT_WARNING_DAYS: number };

/**
 * When the draft expires unless somebody changes it: a fixed time after the last change, and never
 * sooner after the warning than promised. Without a warning, it counts as warned now.
 */
export function draftExpiresAt(draft: DraftTimes, config: Config, now: Date): Date {
  const untouchedMs = draft.updatedAt.getTime() + config.DRAFT_TTL_DAYS * dayMs;
  const warningMs = config.DRAFT_WARNING_DAYS * dayMs;
  const warnedMs =
    draft.draftWarnedAt?.getTime() ?? Math.max(now.getTime(), untouchedMs - warningMs);
  return new Date(Math.max(untouchedMs, warnedMs + warningMs));
}

/**
 * `untouchedSince`: drafts unchanged since then get a warning today, all at once, so that one mail a day
 * is enough. `warnedBefore`: selects agents whose last mail was before today, in UTC.
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

/** Drafts last changed and warned before these instants expire. */
export function expiryLimits(
  config: Config,
  now: Date,
): { untouchedSince: Date; warnedBefore: Date } {
  return {
    untouchedSince: new Date(now.getTime() - config.DRAFT_TTL_DAYS * dayMs),
    warnedBefore: new Date(now.getTime() - config.DRAFT_WARNING_DAYS * dayMs),
  };
}
