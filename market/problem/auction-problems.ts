/** Problems of bids and of what is won by them. */
import type { Problem } from "./problem.ts";

export const auctionProblems = {
  not_for_auction: {
    status: 400,
    title: "The dataset is not sold by auction",
    resolution: "none",
    meaning: "It has a price and no auction, so it takes no bids.",
    whatToDo: (act) => `Buy it at its price with ${act.buy}.`,
  },
  bid_too_low: {
    status: 400,
    title: "The bid is too low",
    resolution: "fix_request",
    meaning:
      "The maximum is below the least that the next bid has to reach. The bid was not placed. " +
      "`detail` gives that amount in major units of the currency, as `max_amount` takes it.",
    whatToDo: (act) =>
      "If the dataset is worth that much to you, bid again with a `max_amount` of at least the " +
      `amount in \`detail\`. ${act.readDataset} tells the present price and increment.`,
  },
  auction_not_open: {
    status: 409,
    title: "The auction is not open",
    resolution: "none",
    meaning: "The auction has not begun, has ended, or its dataset was sold at its price.",
    whatToDo: (act) =>
      `Read when it opens or how it ended with ${act.readDataset}; what was won is in ` +
      `${act.listOffers}.`,
  },
  auction_has_bids: {
    status: 409,
    title: "The auction has bids",
    resolution: "none",
    meaning: "Somebody has bid, so file and terms stay as they are until the auction ends.",
    whatToDo: "Wait for the end that `detail` names.",
  },
  bid_not_found: {
    status: 404,
    title: "There is no such bid of yours",
    resolution: "none",
    meaning: "No bid of this account in this auction has this id.",
    whatToDo: (act) => `Call ${act.listBids}: it tells your own bids.`,
  },
  bid_not_retractable: {
    status: 409,
    title: "The bid cannot be retracted",
    resolution: "none",
    meaning:
      "A bid binds its bidder. It is taken back only when it was mistyped, and only soon after it " +
      "was placed; `detail` says which condition fails.",
    whatToDo: "Let it stand. If it wins, it has to be paid.",
  },
  offer_not_found: {
    status: 404,
    title: "There is no such offer of yours",
    resolution: "none",
    meaning: "Nothing of this id was won by, or offered to, this account.",
    whatToDo: (act) => `Call ${act.listOffers} and take an id from its answer.`,
  },
  offer_not_open: {
    status: 409,
    title: "The offer is not open any more",
    resolution: "none",
    meaning: "It was paid, its time has run out, or it went to the next bidder.",
    whatToDo: (act) => `Call ${act.listOffers} for those that are open and their times.`,
  },
} as const satisfies Record<string, Problem>;
