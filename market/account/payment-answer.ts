/** The meaning of the payment provider's answers for cards and payout accounts, which move no money. */
import { v7 } from "uuid";
import type { Answer } from "../../platform/payments/port.ts";
import { MarketError } from "../errors.ts";

const retryAfterSeconds = 5;

/** The answer's value. Errors: payments_unavailable; any other failure is a fault of the service. */
export function answered<T>(answer: Answer<T>): T {
  if (answer.kind === "ok") return answer.value;
  if (answer.kind === "unknown") throw paymentsUnavailable();
  const detail = answer.kind === "declined" ? answer.decline.detail : answer.detail;
  throw new Error(`the payment provider answered ${answer.kind}: ${detail}`);
}

export function paymentsUnavailable(): MarketError {
  return new MarketError(
    "payments_unavailable",
    "The payment provider does not answer. Nothing was lost: try again in a moment.",
    { retryAfterSeconds },
  );
}

/**
 * Creates a provider object that an account has only once. The provider repeats a stored failure for the
 * same key, so the second attempt has another key; an object of the first one stays unused.
 */
export async function makeOnce<T>(
  idempotencyKey: string,
  make: (idempotencyKey: string) => Promise<Answer<T>>,
): Promise<T> {
  const first = await make(idempotencyKey);
  if (first.kind !== "unknown" || !first.answered) return answered(first);
  return answered(await make(`${idempotencyKey}-${v7()}`));
}
