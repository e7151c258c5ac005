import type { Problem } from "./problem.ts";

export const privateOfferProblems = {
  private_offer_not_found: {
    status: 404,
    title: "There is no such private offer",
    resolution: "none",
    meaning:
      "The caller is no party of a private offer with this id, or it is for another dataset.",
    whatToDo: (act) => `Use an id from ${act.listPrivateOffers}.`,
  },
  private_offer_not_open: {
    status: 409,
    title: "The private offer's state does not allow it",
    resolution: "none",
    meaning:
      "It was answered, withdrawn or used, or has expired; or it is not accepted yet, and the call would " +
      "buy at its price. `detail` says which. Nothing was charged.",
    whatToDo: (act) =>
      `Read it with ${act.listPrivateOffers}; start another one, or buy at the listing's price.`,
  },
  private_offer_not_your_turn: {
    status: 409,
    title: "The other side of the private offer has to act",
    resolution: "none",
    meaning: "Only the other side answers a price, and only the side that named it withdraws it.",
    whatToDo: (act) => `See \`possible_moves\` in ${act.listPrivateOffers}.`,
  },
} as const satisfies Record<string, Problem>;
