/** How long to wait for the card's holder, and when to check whether they came. Pure. */
import { hourMs } from "../../../platform/time.ts";
import { settleBackoffSeconds } from "./rules.ts";

const askingHoursMin = 1;
/** Reading a text message and typing a code takes at least half a minute. */
const askingAttemptsSkipped = 5;

/**
 * The holder's deadline: as long as for any payment, but hardly longer than the winner's deadline for a
 * won auction (`awardDueAt`; null: none, or none yet).
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

/** The next check for a purchase whose holder was asked, in case the provider sends no webhook. */
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
