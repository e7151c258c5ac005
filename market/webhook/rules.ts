/** When a delivery is retried or fails for good, and when an endpoint is disabled. Pure. */
import { dayMs, daySeconds, hourMs, hourSeconds, minuteSeconds } from "../../platform/time.ts";
import { WEBHOOK_FAILING_DAYS_MAX } from "../limits.ts";
import { WEBHOOK_SECRET_OVERLAP_HOURS } from "./limits.ts";

/** The minimum pause after each failed attempt; after the last one the delivery fails for good. */
export const retryPausesSeconds = [
  5,
  30,
  2 * minuteSeconds,
  10 * minuteSeconds,
  hourSeconds,
  3 * hourSeconds,
  8 * hourSeconds,
  daySeconds,
  daySeconds,
  daySeconds,
] as const;
export const triesMax = retryPausesSeconds.length + 1;

/** Random extra part of a pause, so that deliveries that failed together are not retried together. */
const jitterRatioMax = 0.1;
/** A longer `Retry-After` is cut to this, because a delivery has to end. */
export const retryAfterSecondsMax = daySeconds;

/**
 * The receiver's reaction: an answer with any status, or a reason why there was none; and how long it
 * wants no calls, if it says so.
 */
export type Attempt = {
  status: number | null;
  error: string | null;
  excerpt: string | null;
  retryAfterSeconds: number | null;
};

export type AttemptOutcome =
  | { kind: "delivered" }
  | { kind: "gone"; error: string }
  | { kind: "retry"; pauseSeconds: number; error: string }
  | { kind: "given_up"; error: string };

/** `tries` includes this attempt; `chance` is a random number from 0 to 1. */
export function outcomeOf(
  { status, error, retryAfterSeconds }: Attempt,
  tries: number,
  chance: number,
): AttemptOutcome {
  if (status !== null && status >= 200 && status < 300) return { kind: "delivered" };
  const words = error ?? statusError(status ?? 0);
  if (status === 410) return { kind: "gone", error: words };
  const plannedSeconds = retryPausesSeconds[tries - 1];
  if (plannedSeconds === undefined) return { kind: "given_up", error: words };
  const wishedSeconds = Math.min(retryAfterSeconds ?? 0, retryAfterSecondsMax);
  const pauseSeconds = Math.max(plannedSeconds, wishedSeconds) * (1 + jitterRatioMax * chance);
  return { kind: "retry", pauseSeconds, error: words };
}

function statusError(status: number): string {
  if (status >= 300 && status < 400) return `redirected: ${status} is not followed`;
  return `refused: answered ${status}`;
}

/** Whether an endpoint that has failed since then, without any success, has to be disabled. */
export function isFailingTooLong(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= WEBHOOK_FAILING_DAYS_MAX * dayMs;
}

export function previousSecretUntil(now: Date): Date {
  return new Date(now.getTime() + WEBHOOK_SECRET_OVERLAP_HOURS * hourMs);
}

type Signing = { secretGeneration: number; previousSecretUntil: Date | null };

/** The generations of the secrets that sign now, the current one first. */
export function signingGenerations(endpoint: Signing, now: Date): number[] {
  const { secretGeneration, previousSecretUntil: until } = endpoint;
  const isOverlapping = until !== null && until > now && secretGeneration > 1;
  return isOverlapping ? [secretGeneration, secretGeneration - 1] : [secretGeneration];
}
