/**
 * Rules for reviewing, answering, reporting and removing, which reviews count, and the rating.
 * Pure.
 */

import type { ChargebackState, PurchaseState } from "../../db/vocabulary/purchase.ts";
import type { ReviewPart, ReviewState } from "../../db/vocabulary/review.ts";
import { isSameParty, type Party } from "../account/rules.ts";
import { stateInWords } from "../purchase-state.ts";
import type { Refusal } from "../refusal.ts";
import {
  OPEN_REPORTS_PER_ACCOUNT_MAX,
  REVIEW_ANSWER_WORDINGS_MAX,
  REVIEW_WORDINGS_MAX,
} from "./limits.ts";

/** Why a review is hidden and does not count. */
export const hiddenReasons = ["withdrawn", "removed", "charged_back", "author_suspended"] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

type Paid = { state: PurchaseState; chargeback: ChargebackState | null };

/**
 * A purchase is confirmed once its money is the seller's: the buyer confirmed, the escrow ended, or a
 * dispute was decided for the seller. Not while the card's bank disputes the payment, nor after it took it.
 */
export function isConfirmed({ state, chargeback }: Paid): boolean {
  return state === "released" && chargeback !== "open" && chargeback !== "lost";
}

type PostFacts = {
  author: Party;
  /** Null: there is no such dataset, or its agent has no owner. */
  sellerAccountId: string | null;
  /** The author's latest purchase of the version that has not failed; null: none. */
  purchase: Paid | null;
};

const linkedSeller =
  "An account of the same person as yours, or with the same card, sells this dataset. You may buy it, but " +
  "only others can review it.";

/** Why this account may not review; null if it may. */
export function reviewerRefusal(facts: PostFacts): Refusal | null {
  const { author, sellerAccountId, purchase } = facts;
  if (sellerAccountId === author.accountId) {
    return { code: "own_dataset", detail: "You sell this dataset yourself." };
  }
  if (isSameParty(author, sellerAccountId)) return { code: "own_dataset", detail: linkedSeller };
  const refused = (detail: string): Refusal => ({ code: "no_confirmed_purchase", detail });
  if (purchase === null) return refused("Your account has not bought this version.");
  if (isConfirmed(purchase)) return null;
  if (purchase.state !== "released")
    return refused(`Your purchase is ${stateInWords(purchase.state)}.`);
  return refused("The payment is disputed by the card's bank, or was taken back.");
}

type ModerationFacts = {
  moderatorAccountId: string;
  authorAccountId: string;
  sellerAccountId: string | null;
};

/** Why this administrator may not moderate; null if the account neither wrote the review nor sells its dataset. */
export function moderatorRefusal(facts: ModerationFacts): Refusal | null {
  const { moderatorAccountId, authorAccountId, sellerAccountId } = facts;
  const parties = [authorAccountId, sellerAccountId];
  if (!parties.includes(moderatorAccountId)) return null;
  const detail =
    "You wrote this review or sell the reviewed dataset: another administrator has to decide.";
  return { code: "party_to_dispute", detail };
}

export type Wording = { stars: number; text: string | null };
type Stored = Wording & { state: ReviewState; revision: number };

/** The effect of posting on the account's existing review of the version, if any. */
export function postOutcome(
  stored: Stored | null,
  wished: Wording,
): "create" | "change" | "repeat" | Refusal {
  if (stored === null) return "create";
  if (stored.state === "removed") return removedRefusal;
  const isSame = stored.stars === wished.stars && stored.text === wished.text;
  if (stored.state === "posted" && isSame) return "repeat";
  if (stored.revision >= REVIEW_WORDINGS_MAX) {
    return {
      code: "limit_reached",
      detail: `A review can have at most ${REVIEW_WORDINGS_MAX} wordings.`,
    };
  }
  return "change";
}

const removedRefusal: Refusal = {
  code: "review_removed",
  detail: "An administrator removed this review.",
};

/** The effect of withdrawing a review. */
export function withdrawOutcome(state: ReviewState): "apply" | "repeat" | Refusal {
  if (state === "removed") return removedRefusal;
  return state === "posted" ? "apply" : "repeat";
}

type Answered = {
  isShown: boolean;
  answer: string | null;
  answerRevision: number;
  isAnswerRemoved: boolean;
};

/** The effect of a seller's answer: a first one, a change, or none. */
export function answerOutcome(
  review: Answered,
  wished: string,
): "create" | "change" | "repeat" | Refusal {
  if (review.isAnswerRemoved) {
    return { code: "review_removed", detail: "An administrator removed your answer." };
  }
  if (review.answer === wished) return "repeat";
  if (!review.isShown) {
    return { code: "review_not_found", detail: "The review is no longer shown." };
  }
  if (review.answerRevision >= REVIEW_ANSWER_WORDINGS_MAX) {
    const detail = `An answer can have at most ${REVIEW_ANSWER_WORDINGS_MAX} wordings.`;
    return { code: "limit_reached", detail };
  }
  return review.answer === null ? "create" : "change";
}

type Reported = {
  isShown: boolean;
  hasShownAnswer: boolean;
  /** The author's account. */
  writtenBy: string | null;
};

/** Why this account may not report; null if it may. */
export function reportRefusal(
  { isShown, hasShownAnswer, writtenBy }: Reported,
  asked: { part: ReviewPart; accountId: string; openReports: number },
): Refusal | null {
  if (!isShown || (asked.part === "answer" && !hasShownAnswer)) {
    return { code: "review_not_found", detail: "The review or answer is not shown." };
  }
  if (writtenBy === asked.accountId) {
    return { code: "own_words", detail: "You wrote it: change it, or withdraw it." };
  }
  if (asked.openReports < OPEN_REPORTS_PER_ACCOUNT_MAX) return null;
  const detail = `An account can have ${OPEN_REPORTS_PER_ACCOUNT_MAX} open reports.`;
  return { code: "limit_reached", detail };
}

/** The effect of an administrator's removal of a part, or of its reversal. */
export function moderationOutcome(
  act: "remove" | "restore",
  isRemoved: boolean,
): "apply" | "repeat" {
  return (act === "remove") === isRemoved ? "repeat" : "apply";
}

/** Why it is hidden, for its author and administrators; null if it is shown. */
export function hiddenReason(review: {
  isShown: boolean;
  state: ReviewState;
  chargeback: ChargebackState | null;
}): HiddenReason | null {
  if (review.isShown) return null;
  if (review.state !== "posted") return review.state;
  const isTaken = review.chargeback === "open" || review.chargeback === "lost";
  return isTaken ? "charged_back" : "author_suspended";
}
