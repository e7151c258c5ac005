/**
 * The refusal while the database is unavailable: when to retry, and whether the call had an effect.
 */
import { databaseTrouble, type Trouble } from "../db/trouble.ts";
import { MarketError } from "./errors.ts";

export type InterruptedCall = {
  /** A read has no effect, so its outcome is never in doubt. */
  isRead: boolean;
  hasIdempotencyKey: boolean;
};

const busyRetryAfterSeconds = 1;
const awayRetryAfterSeconds = 2;

/** Null for any other error. */
export function databaseRefusal(error: unknown, call: InterruptedCall): MarketError | null {
  const trouble = databaseTrouble(error);
  if (trouble === null) return null;
  const retryAfterSeconds = trouble.kind === "busy" ? busyRetryAfterSeconds : awayRetryAfterSeconds;
  const detail = detailOf(trouble, call);
  return new MarketError("database_unavailable", detail, { retryAfterSeconds });
}

/** The answer was not ready in time; the call continues until it ends. */
export function overdueRefusal(call: InterruptedCall): MarketError {
  const detail = call.isRead
    ? "The answer was not ready in time. Try again in a moment."
    : `The answer was not ready in time, so it may have been done or not. ${repeatAdvice(call)}`;
  return new MarketError("answer_overdue", detail, { retryAfterSeconds: awayRetryAfterSeconds });
}

function detailOf(trouble: Trouble, call: InterruptedCall): string {
  if (trouble.isOutcomeUnknown && !call.isRead) {
    return (
      "The database was lost while this was being saved, so it may have been done or not. " +
      repeatAdvice(call)
    );
  }
  if (trouble.kind === "busy") return "The database is too busy just now. Try again in a moment.";
  return "The database does not answer. Try again in a moment.";
}

function repeatAdvice({ hasIdempotencyKey }: InterruptedCall): string {
  return hasIdempotencyKey
    ? "Send it again with the same Idempotency-Key: it takes effect once."
    : "Look before you send it again.";
}
