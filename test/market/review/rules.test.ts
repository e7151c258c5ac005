/** Who may review, answer and report, which reviews count, and the average rating, as tables. */
import { describe, expect, test } from "bun:test";
import {
  type ChargebackState,
  type PurchaseState,
  purchaseStates,
} from "../../../db/vocabulary/purchase.ts";
import type { StarCounts } from "../../../db/vocabulary/review.ts";
import {
  OPEN_REPORTS_PER_ACCOUNT_MAX,
  REVIEW_ANSWER_WORDINGS_MAX,
  REVIEW_WORDINGS_MAX,
} from "../../../market/review/limits.ts";
import {
  answerOutcome,
  hiddenReason,
  isConfirmed,
  moderationOutcome,
  moderatorRefusal,
  postOutcome,
  reportRefusal,
  reviewerRefusal,
  withdrawOutcome,
} from "../../../market/review/rules.ts";
import { ratingOf } from "../../../market/seller/rules.ts";

const codeOf = (outcome: unknown): unknown =>
  typeof outcome === "object" && outcome !== null && "code" in outcome ? outcome.code : outcome;

describe("a purchase", () => {
  test.each(purchaseStates)("that is %s is confirmed when its money is the seller's", (state) => {
    expect(isConfirmed({ state, chargeback: null })).toBe(state === "released");
  });

  test.each<[ChargebackState, boolean]>([
    ["open", false],
    ["lost", false],
    ["won", true],
  ])("that the bank disputed (%s) is confirmed: %p", (chargeback, expected) => {
    expect(isConfirmed({ state: "released", chargeback })).toBe(expected);
  });
});

describe("reviewers", () => {
  const author = "author";
  const linkedIds = ["twin"];
  const released = { state: "released" as PurchaseState, chargeback: null };
  test.each([
    [{ sellerAccountId: "other", purchase: released }, null],
    [{ sellerAccountId: null, purchase: released }, null],
    [{ sellerAccountId: "twin", purchase: null }, "own_dataset"],
    [{ sellerAccountId: "twin", purchase: released }, "own_dataset"],
    [{ sellerAccountId: author, purchase: null }, "own_dataset"],
    [{ sellerAccountId: author, purchase: released }, "own_dataset"],
    [{ sellerAccountId: "other", purchase: null }, "no_confirmed_purchase"],
    [
      { sellerAccountId: "other", purchase: { ...released, state: "in_escrow" as const } },
      "no_confirmed_purchase",
    ],
    [
      { sellerAccountId: "other", purchase: { ...released, state: "refunded" as const } },
      "no_confirmed_purchase",
    ],
    [
      { sellerAccountId: "other", purchase: { ...released, chargeback: "lost" as const } },
      "no_confirmed_purchase",
    ],
  ])("%j: %p", (facts, code) => {
    expect(codeOf(reviewerRefusal({ author: { accountId: author, linkedIds }, ...facts }))).toBe(
      code,
    );
  });
});

describe("moderators", () => {
  const parties = { authorAccountId: "author", sellerAccountId: "seller" };

  test.each(["author", "seller"])("is not the %s", (moderatorAccountId) => {
    const refusal = moderatorRefusal({ ...parties, moderatorAccountId });
    expect(refusal?.code).toBe("party_to_dispute");
  });

  test("is anybody else, also where nobody owns the agent that sells it", () => {
    const moderatorAccountId = "another";
    expect(moderatorRefusal({ ...parties, moderatorAccountId })).toBeNull();
    expect(moderatorRefusal({ ...parties, sellerAccountId: null, moderatorAccountId })).toBeNull();
  });
});

describe("posting", () => {
  const wished = { stars: 4, text: "Complete." };
  const stored = { ...wished, state: "posted", revision: 1 } as const;
  test.each([
    [null, "create"],
    [stored, "repeat"],
    [{ ...stored, stars: 3 }, "change"],
    [{ ...stored, text: null }, "change"],
    [{ ...stored, state: "withdrawn" as const }, "change"],
    [{ ...stored, state: "removed" as const }, "review_removed"],
    [{ ...stored, stars: 3, revision: REVIEW_WORDINGS_MAX }, "limit_reached"],
    [{ ...stored, revision: REVIEW_WORDINGS_MAX }, "repeat"],
  ])("over %j: %s", (before, outcome) => {
    expect(codeOf(postOutcome(before, wished))).toBe(outcome);
  });

  test.each([
    ["posted", "apply"],
    ["withdrawn", "repeat"],
    ["removed", "review_removed"],
  ] as const)("and withdrawing one that is %s: %s", (state, outcome) => {
    expect(codeOf(withdrawOutcome(state))).toBe(outcome);
  });
});

describe("an answer", () => {
  const review = { isShown: true, answer: null, answerRevision: 0, isAnswerRemoved: false };
  const answered = { ...review, answer: "Thanks.", answerRevision: 1 };
  test.each([
    [review, "create"],
    [answered, "repeat"],
    [{ ...answered, answer: "Thank you." }, "change"],
    [{ ...review, isShown: false }, "review_not_found"],
    [{ ...answered, answer: "x", isAnswerRemoved: true }, "review_removed"],
    [{ ...answered, answer: "x", answerRevision: REVIEW_ANSWER_WORDINGS_MAX }, "limit_reached"],
  ])("to %j: %s", (given, outcome) => {
    expect(codeOf(answerOutcome(given, "Thanks."))).toBe(outcome);
  });
});

describe("a report", () => {
  const shown = { isShown: true, hasShownAnswer: true, writtenBy: "author" };
  const asked = { part: "review", accountId: "reader", openReports: 0 } as const;
  test.each([
    [shown, asked, null],
    [{ ...shown, isShown: false }, asked, "review_not_found"],
    [{ ...shown, hasShownAnswer: false }, asked, null],
    [{ ...shown, hasShownAnswer: false }, { ...asked, part: "answer" }, "review_not_found"],
    [shown, { ...asked, accountId: "author" }, "own_words"],
    [shown, { ...asked, openReports: OPEN_REPORTS_PER_ACCOUNT_MAX - 1 }, null],
    [shown, { ...asked, openReports: OPEN_REPORTS_PER_ACCOUNT_MAX }, "limit_reached"],
  ] as const)("of %j by %j: %p", (facts, by, code) => {
    expect(reportRefusal(facts, by)?.code ?? null).toBe(code);
  });
});

test.each([
  ["remove", false, "apply"],
  ["remove", true, "repeat"],
  ["restore", true, "apply"],
  ["restore", false, "repeat"],
] as const)("to %s a removed one (%p): %s", (act, isRemoved, outcome) => {
  expect(moderationOutcome(act, isRemoved)).toBe(outcome);
});

test.each([
  [{ isShown: true, state: "posted", chargeback: "won" }, null],
  [{ isShown: false, state: "withdrawn", chargeback: null }, "withdrawn"],
  [{ isShown: false, state: "removed", chargeback: "open" }, "removed"],
  [{ isShown: false, state: "posted", chargeback: "open" }, "charged_back"],
  [{ isShown: false, state: "posted", chargeback: "lost" }, "charged_back"],
  [{ isShown: false, state: "posted", chargeback: null }, "author_suspended"],
] as const)("%j is hidden: %p", (review, reason) => {
  expect(hiddenReason(review)).toBe(reason);
});

test.each<[StarCounts, number | null, number]>([
  [[0, 0, 0, 0, 0], null, 0],
  [[1, 0, 0, 0, 0], 1, 1],
  [[0, 0, 0, 0, 3], 5, 3],
  [[1, 0, 0, 0, 1], 3, 2],
  [[0, 0, 1, 1, 1], 4, 3],
  [[1, 1, 0, 0, 1], 2.67, 3],
  [[0, 0, 0, 999_999, 1], 4, 1_000_000],
])("stars of %j have the mean %p of %p", (counts, mean, count) => {
  expect(ratingOf(counts)).toEqual({ mean, count });
});
