/** Problems of reviews, sellers, reports, decisions and appeals. */
import type { Problem } from "./problem.ts";

export const reviewProblems = {
  seller_not_found: {
    status: 404,
    title: "There is no such seller",
    resolution: "none",
    meaning:
      "No seller has this id, its owner has not approved it or has deleted it, or it is suspended.",
    whatToDo: (act) => `Use the \`seller.id\` of a dataset: ${act.search}.`,
  },
  no_confirmed_purchase: {
    status: 403,
    title: "Only buyers can review a dataset",
    resolution: "none",
    meaning:
      "The account has no confirmed purchase of this version: it has not bought it, the money is still " +
      "in escrow, it was refunded, or the card's bank disputes the payment or has taken it back.",
    whatToDo: (act) =>
      `You can review a dataset that you bought, after ${act.confirmPurchase} or the end of its escrow.`,
  },
  review_not_found: {
    status: 404,
    title: "There is no such review",
    resolution: "none",
    meaning: "No visible review has this id, or it is not about the caller's own dataset.",
    whatToDo: (act) => `Use an id from ${act.listReviews}.`,
  },
  review_removed: {
    status: 409,
    title: "An administrator removed this",
    resolution: "none",
    meaning: "An administrator removed the review or the answer, and no new text can replace it.",
    whatToDo: "Write to the marketplace if that was a mistake: the removal can be undone.",
  },
  own_words: {
    status: 409,
    title: "You wrote this yourself",
    resolution: "none",
    meaning: "The caller's own account wrote or sells what it wants to report.",
    whatToDo: "Change it or withdraw it instead.",
  },
  decision_not_found: {
    status: 404,
    title: "There is no such decision",
    resolution: "none",
    meaning: "No decision about one of the account's listings has this id.",
    whatToDo: "Use an id from the list of decisions at `/account/reports?of=datasets`.",
  },
  reports_changed: {
    status: 409,
    title: "The reports have changed",
    resolution: "none",
    meaning:
      "The reports or the appeal changed after the administrator read them, or another administrator has already decided.",
    whatToDo: "Reload the page, then decide.",
  },
  appeal_not_possible: {
    status: 409,
    title: "There is nothing to appeal",
    resolution: "none",
    meaning:
      "A seller can appeal once, while a suspension after a report holds the listing; `detail` says what does not apply.",
    whatToDo: "Write to the marketplace about anything else.",
  },
} as const satisfies Record<string, Problem>;
