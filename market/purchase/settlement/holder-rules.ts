/** How long a card's holder is waited for, and when it is looked whether they came. Pure. */
import { hourMs } from "../../../platform/time.ts";
import { settleBackoffSeconds } from "./rules.ts";

const askingHoursMin = 1;
/** Somebody who reads a text message and types a code takes half a minute at least. */
const askingAttemptsSkipped = 5;

/**
 * Until when the card's holder may confirm: as long as any payment is waited for, but hardly longer
 * than what was won is kept for its winner (`awardDueAt`; null: it is not, or not yet).
 */
export function askingEnd(
  { createdAt }: { createdAt: Date },
  { now, pendingHours, awardDueAt }: { now: Date; pendingHours: number; awardDueAt: Date | null },
): Date {
  const end = createdAt.getTime() + pendingHours * hourMs;
  if (awardDueAt === null) return new Date(end);
  const least = now.getTime() + askingHoursMin * hourMs;
  return new Date(Math.min(end, Math.max(awardDueAt.getTime(), least)));
}

/** When a purchase whose holder was asked is looked at again, should the provider tell nothing. */
export function holderLookAt(
  {
    actionDueAt,
    actionBegunAt,
    settleAttempts,
  }: {
    actionDueAt: Date | null;
    actionBegunAt: Date | null;
    settleAttempts: number;
  },
  now: Date,
): Date | null {
  if (actionBegunAt === null || actionDueAt === null) return actionDueAt;
  const seconds = settleBackoffSeconds(Math.max(settleAttempts, askingAttemptsSkipped));
  const at = new Date(now.getTime() + seconds * 1000);
  return at < actionDueAt ? at : actionDueAt;
}
