/** Webhooks: when a delivery is tried again, when it is given up, when an endpoint is. Pure. */
import { dayMs, daySeconds, hourMs, hourSeconds, minuteSeconds } from "../../platform/time.ts";
import { WEBHOOK_FAILING_DAYS_MAX } from "../limits.ts";
import { WEBHOOK_SECRET_OVERLAP_HOURS } from "./limits.ts";

/** The pauses after each failed try, at least; after the last one the delivery is given up. */
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

/** So much of a pause is added by chance at most: what failed at once is not tried at once again. */
const jitterRatioMax = 0.1;
/** A longer `Retry-After` is not followed: a delivery has to end. */
export const retryAfterSecondsMax = daySeconds;

/**
 * What a receiver did: an answer of any status, or none at all for a reason; and how long it wants
 * to be left alone, if it says so.
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

/** `tries` counts this one; `chance` is a random number from 0 to 1. */
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

/** Whether an endpoint that has failed since then, without any success, is to be disabled. */
export function isFailingTooLong(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= WEBHOOK_FAILING_DAYS_MAX * dayMs;
}

export function previousSecretUntil(now: Date): Date {
  return new Date(now.getTime() + WEBHOOK_SECRET_OVERLAP_HOURS * hourMs);
}

type Signing = { secretGeneration: number; previousSecretUntil: Date | null };

/** The generations of the secrets that sign now, the present one first. */
export function signingGenerations(endpoint: Signing, now: Date): number[] {
  const { secretGeneration, previousSecretUntil: until } = endpoint;
  const isOverlapping = until !== null && until > now && secretGeneration > 1;
  return isOverlapping ? [secretGeneration, secretGeneration - 1] : [secretGeneration];
}
