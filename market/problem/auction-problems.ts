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
  bid_not_confirmed: {
    status: 400,
    title: "The bid is not confirmed",
    resolution: "fix_request",
    meaning:
      "The maximum is more than ten times the next minimum, and a bid binds: it may be mistyped. Or " +
      "`confirm_max_amount_cents` is another amount than the maximum. The bid was not placed.",
    whatToDo: (act) =>
      "Compare the amounts in `detail`: `max_amount` is in major units. If the maximum is meant, call " +
      `${act.bid} again and repeat it in whole cents in \`confirm_max_amount_cents\`.`,
  },
  auction_not_open: {
    status: 409,
    title: "The auction is not open",
    resolution: "none",
    meaning: "The auction has not begun, has ended, or its dataset was sold at its price.",
    whatToDo: (act) =>
      `If it opens later, bid then; ${act.readDataset} says when. If it has ended, what you won is in ` +
      `${act.listOffers}. Otherwise look for a similar dataset with ${act.search}, or ask all sellers ` +
      `with ${act.postDataRequest}.`,
  },
  auction_has_bids: {
    status: 409,
    title: "The auction has bids",
    resolution: "none",
    meaning: "Somebody has bid, so file and terms stay as they are until the auction ends.",
    whatToDo: "Wait for the end that `detail` names.",
  },
  bidder_has_left: {
    status: 409,
    title: "You have left this auction",
    resolution: "none",
    meaning:
      "The account has taken a bid back in this auction, or was let off one by the seller. What it " +
      "saw before is not to be used by a later bid.",
    whatToDo: (act) =>
      `Look for another dataset with ${act.search}. If this one has a price too, ${act.buy} still buys it.`,
  },
  linked_account_bids: {
    status: 409,
    title: "Another account of yours bids here",
    resolution: "none",
    meaning:
      "An account of the same person, or with the same card, has bid in this auction: together they " +
      "count as one bidder.",
    whatToDo: "Raise the maximum with the account that has bid already.",
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
      "A bid binds its bidder. A mistyped one is taken back soon after it was placed, and only a raise " +
      "of who leads that nobody has answered; `detail` says which condition fails.",
    whatToDo: (act) =>
      `Let it stand: if it wins, it has to be paid. Or ask the seller to let you off it ` +
      `(${act.contactSeller}).`,
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
    whatToDo: (act) =>
      `Call ${act.listOffers} for those that are open and their times. If it is gone, look for a similar ` +
      `dataset with ${act.search}, or ask all sellers with ${act.postDataRequest}.`,
  },
} as const satisfies Record<string, Problem>;
