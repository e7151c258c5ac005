/** What the payment provider's answers mean for accounts: cards and payouts move no money. */
import { v7 } from "uuid";
import type { Answer } from "../../platform/payments/port.ts";
import { MarketError } from "../errors.ts";

const retryAfterSeconds = 5;

/** The answer's value. Errors: payments_unavailable; anything else that is not ok is a fault of ours. */
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
 * Makes something that an account has once. A failure that the provider has stored is repeated to
 * the same key, so the second try has another; what the first may have made stays unused.
 */
export async function makeOnce<T>(
  idempotencyKey: string,
  make: (idempotencyKey: string) => Promise<Answer<T>>,
): Promise<T> {
  const first = await make(idempotencyKey);
  if (first.kind !== "unknown" || !first.answered) return answered(first);
  return answered(await make(`${idempotencyKey}-${v7()}`));
}
