import type { RefundFilter } from "../../../db/queries/purchases/refunds.ts";
import type { RefundStanding } from "../../../market/purchase/settlement/refund-rules.ts";
import type { Tone } from "../../kit/parts.tsx";

export const standingWords: Record<RefundStanding, { label: string; tone: Tone }> = {
  owed: { label: "Owed", tone: "warn" },
  trying: { label: "On its way", tone: "accent" },
  waiting: { label: "Failed, will be retried", tone: "warn" },
  given_up: { label: "Failed, will not be retried", tone: "bad" },
  paid_otherwise: { label: "Paid another way", tone: "good" },
};

export const refundFilterWords: Record<Exclude<RefundFilter, "open">, { label: string }> = {
  failed: { label: "Failed" },
  paid_otherwise: { label: "Paid another way" },
};

/** The provider's code in words: `expired_or_canceled_card` becomes "expired or canceled card". */
export function failureWords(reason: string | null): string {
  return reason === null ? "The provider gives no reason" : reason.replaceAll("_", " ");
}
