/** Who may say what in a dispute, and when. Pure. */

import type { DisputeReason, PurchaseState } from "../../../db/vocabulary/purchase.ts";
import type { Refusal } from "../../refusal.ts";
import { DISPUTE_ANSWERS_MAX } from "../limits.ts";

export type Disputed = { state: PurchaseState; disputeReason: DisputeReason | null };

/** What a statement says, files by their hashes: two that say the same are one. */
export type StatementContent = { text: string; sha256s: readonly string[] };

/** Why the seller cannot answer; null: it can. What a card's bank disputes is answered to the bank. */
export function answerRefusal(purchase: Disputed, answers: number): Refusal | null {
  const { state, disputeReason } = purchase;
  if (state !== "disputed") {
    return { code: "purchase_not_disputed", detail: `The purchase is ${state}.` };
  }
  if (disputeReason === "chargeback") {
    return { code: "purchase_not_disputed", detail: "The card's bank disputes it, and decides." };
  }
  if (answers < DISPUTE_ANSWERS_MAX) return null;
  const detail = `A dispute has at most ${DISPUTE_ANSWERS_MAX} answers.`;
  return { code: "limit_reached", detail };
}

/** A second click, or a program that tries again, says nothing new. */
export function answerOutcome(
  purchase: Disputed,
  answers: readonly StatementContent[],
  wished: StatementContent,
): "create" | "repeat" | Refusal {
  const last = answers.at(-1);
  if (last !== undefined && isSame(last, wished)) return "repeat";
  return answerRefusal(purchase, answers.length) ?? "create";
}

function isSame(one: StatementContent, other: StatementContent): boolean {
  if (one.text !== other.text || one.sha256s.length !== other.sha256s.length) return false;
  return one.sha256s.every((sha256, index) => sha256 === other.sha256s[index]);
}
