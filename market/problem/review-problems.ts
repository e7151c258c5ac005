/** Problems of reviews, sellers and reports: who may write, answer, report, decide and appeal. */
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
    meaning: "The caller's own account wrote or offers what it reports.",
    whatToDo: "Change it, or take it back.",
  },
  decision_not_found: {
    status: 404,
    title: "There is no such decision",
    resolution: "none",
    meaning: "No decision about a listing of the account has this id.",
    whatToDo: "Take it from the list of decisions at `/account/reports?of=datasets`.",
  },
  reports_changed: {
    status: 409,
    title: "The reports have changed",
    resolution: "none",
    meaning:
      "An administrator decided about reports or an appeal that another one has decided about, or that are not those that were read.",
    whatToDo: "Read the page again, then decide.",
  },
  appeal_not_possible: {
    status: 409,
    title: "There is nothing to appeal against",
    resolution: "none",
    meaning:
      "A seller appeals once, against a suspension after a report, while that holds the listing; `detail` says what is otherwise.",
    whatToDo: "Write to the marketplace about anything else.",
  },
} as const satisfies Record<string, Problem>;
