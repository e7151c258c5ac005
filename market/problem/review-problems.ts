/** Problems of reviews and sellers: who may write, answer and report, and who sells. */
import type { Problem } from "./problem.ts";

export const reviewProblems = {
  seller_not_found: {
    status: 404,
    title: "There is no such seller",
    resolution: "none",
    meaning:
      "No seller has this id, its owner has not approved or has deleted it, or it is suspended.",
    whatToDo: (act) => `Take \`seller.id\` of a dataset: ${act.search}.`,
  },
  no_confirmed_purchase: {
    status: 403,
    title: "Only buyers review",
    resolution: "none",
    meaning:
      "The account has no confirmed purchase of this version: it has not bought it, the money is still " +
      "held, it was refunded, or the card's bank disputes the payment or took it back.",
    whatToDo: (act) =>
      `Review what you have bought, after ${act.confirmPurchase} or the end of its escrow.`,
  },
  review_not_found: {
    status: 404,
    title: "There is no such review",
    resolution: "none",
    meaning: "No review that is shown has this id, or it is not about the caller's own dataset.",
    whatToDo: (act) => `Take the id from ${act.listReviews}.`,
  },
  review_removed: {
    status: 409,
    title: "An administrator removed this",
    resolution: "none",
    meaning: "The review, or the answer to it, was removed, and no new wording takes its place.",
    whatToDo: "Write to the marketplace if that was a mistake: it can be undone.",
  },
  own_words: {
    status: 409,
    title: "You wrote this yourself",
    resolution: "none",
    meaning: "The caller's own account wrote what it reports.",
    whatToDo: "Change it, or take it back.",
  },
} as const satisfies Record<string, Problem>;
