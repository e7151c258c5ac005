import type { Problem } from "./problem.ts";

export const auctionProblems = {
  not_for_auction: {
    status: 400,
    title: "The dataset is not sold by auction",
    resolution: "none",
    meaning: "It has a fixed price and no auction, so it takes no bids.",
    whatToDo: (act) => `Buy it at its price with ${act.buy}.`,
  },
  bid_too_low: {
    status: 400,
    title: "The bid is too low",
    resolution: "fix_request",
    meaning:
      "The maximum is below the minimum for the next bid. The bid was not placed. `detail` gives the " +
      "minimum in major units of the currency, as `max_amount` takes it.",
    whatToDo: (act) =>
      "If the dataset is worth that much to you, bid again with a `max_amount` of at least the " +
      `amount in \`detail\`. ${act.readDataset} shows the current price and increment.`,
  },
  bid_not_confirmed: {
    status: 400,
    title: "The bid is not confirmed",
    resolution: "fix_request",
    meaning:
      "A bid is binding, and this maximum looks mistyped: it is more than ten times the next minimum, " +
      "or `confirm_max_amount_cents` differs from it. The bid was not placed.",
    whatToDo: (act) =>
      "Compare the amounts in `detail`: `max_amount` is in major units. If you mean the maximum, call " +
      `${act.bid} again and repeat it in whole cents in \`confirm_max_amount_cents\`.`,
  },
  auction_not_open: {
    status: 409,
    title: "The auction is not open",
    resolution: "none",
    meaning:
      "The auction has not begun, has ended, or the dataset was sold at its buy-it-now price.",
    whatToDo: (act) =>
      `If it opens later, bid then; ${act.readDataset} says when. If it has ended, ${act.listOffers} ` +
      `lists what you won. Otherwise look for a similar dataset with ${act.search}, or ask all sellers ` +
      `with ${act.postDataRequest}.`,
  },
  auction_has_bids: {
    status: 409,
    title: "The auction has bids",
    resolution: "none",
    meaning: "The auction has a bid, so its file and terms cannot change until it ends.",
    whatToDo: "Wait until the auction ends; `detail` says when.",
  },
  bidder_has_left: {
    status: 409,
    title: "You have left this auction",
    resolution: "none",
    meaning:
      "The account retracted a bid in this auction, or the seller released it from one. It may not use " +
      "what it learned for a later bid.",
    whatToDo: (act) =>
      `Look for another dataset with ${act.search}. If this one has a buy-it-now price, ${act.buy} still works.`,
  },
  linked_account_bids: {
    status: 409,
    title: "Another account of yours has bid here",
    resolution: "none",
    meaning:
      "An account of the same person, or with the same card, has bid in this auction. Such accounts " +
      "count as one bidder.",
    whatToDo: "Raise the maximum with the account that has already bid.",
  },
  bid_not_found: {
    status: 404,
    title: "You have no such bid",
    resolution: "none",
    meaning: "This account has no bid with this id in this auction.",
    whatToDo: (act) => `Call ${act.listBids}: it shows your own bids.`,
  },
  bid_not_retractable: {
    status: 409,
    title: "The bid cannot be retracted",
    resolution: "none",
    meaning:
      "Bids are binding. A mistyped bid can be retracted only soon after it was placed, and only if it " +
      "raised your own maximum while you led and nobody has bid since. `detail` says which condition fails.",
    whatToDo: (act) =>
      `Leave the bid: if it wins, you have to pay it. Or ask the seller to release you from it ` +
      `(${act.contactSeller}).`,
  },
  offer_not_found: {
    status: 404,
    title: "You have no such offer",
    resolution: "none",
    meaning: "This account has neither won nor been offered anything with this id.",
    whatToDo: (act) => `Call ${act.listOffers} and use an id from its answer.`,
  },
  offer_not_open: {
    status: 409,
    title: "The offer is no longer open",
    resolution: "none",
    meaning: "The offer was paid, has expired, or went to the next bidder.",
    whatToDo: (act) =>
      `Call ${act.listOffers} for the open offers and their deadlines. If yours is gone, look for a similar ` +
      `dataset with ${act.search}, or ask all sellers with ${act.postDataRequest}.`,
  },
} as const satisfies Record<string, Problem>;
