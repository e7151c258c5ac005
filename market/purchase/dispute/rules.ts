/** Whether somebody may answer a dispute now. Pure. */

import type { DisputeReason, PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { stateInWords } from "../../purchase-state.ts";
import type { Refusal } from "../../refusal.ts";
import { DISPUTE_ANSWERS_MAX } from "../limits.ts";

export type Disputed = { state: PurchaseState; disputeReason: DisputeReason | null };

/** A statement's content with its files by hash: equal content is the same statement. */
export type StatementContent = { text: string; sha256s: readonly string[] };

/** Why the seller cannot answer; null if they can. A bank's dispute is answered to the bank. */
export function answerRefusal(purchase: Disputed, answers: number): Refusal | null {
  const { state, disputeReason } = purchase;
  if (state !== "disputed") {
    return { code: "purchase_not_disputed", detail: `The purchase is ${stateInWords(state)}.` };
  }
  if (disputeReason === "chargeback") {
    return { code: "purchase_not_disputed", detail: "The card's bank disputes it, and decides." };
  }
  if (answers < DISPUTE_ANSWERS_MAX) return null;
  const detail = `A dispute can have at most ${DISPUTE_ANSWERS_MAX} answers.`;
  return { code: "limit_reached", detail };
}

/** A double click or a retry adds no second statement. */
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
