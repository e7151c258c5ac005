/** Problems of buying, paying and disputing. None of these codes is returned after a charge. */
import type { Problem } from "./problem.ts";

export const purchaseProblems = {
  dataset_not_available: {
    status: 400,
    title: "The dataset is not for sale",
    resolution: "none",
    meaning:
      "The dataset exists, but cannot be bought now: it or its seller is suspended, it is withdrawn, or " +
      "its price is below the smallest amount that a card can be charged. `detail` says which.",
    whatToDo: (act) =>
      `Look for a similar one with ${act.search}, or ask all sellers for such data with ` +
      `${act.postDataRequest}.`,
  },
  dataset_is_free: {
    status: 400,
    title: "The dataset is free: download it",
    resolution: "none",
    meaning: "It has no price, so there is nothing to buy.",
    whatToDo: (act) => `Call ${act.readDownloadUrl}: it needs no purchase and no key.`,
  },
  not_for_direct_sale: {
    status: 400,
    title: "The dataset is sold by auction only",
    resolution: "none",
    meaning:
      "It has no buy-it-now price, or no longer has one: a bid has met the reserve, the auction has " +
      "ended, or every licence is sold. `detail` says which.",
    whatToDo: (act) =>
      `Read the state of its auction with ${act.readDataset}; while it is open, bid with ${act.bid}. Once ` +
      `it has ended, look for a similar dataset with ${act.search}, or ask all sellers with ` +
      `${act.postDataRequest}.`,
  },
  own_dataset: {
    status: 400,
    title: "The dataset is your own",
    resolution: "none",
    meaning:
      "The account that wants to buy, bid on or review the dataset is the one that sells it. For bids and " +
      "reviews, an account of the same person or with the same card counts as the seller; it may buy at a price.",
    whatToDo: (act) =>
      "Choose another dataset, and leave bids on and reviews of this one to others. The seller needs no purchase " +
      `for its own file: ${act.readListing}.`,
  },
  already_purchased: {
    status: 400,
    title: "You have already bought this file",
    resolution: "none",
    meaning:
      "This account already owns this file; another of its keys may have bought it. Nothing was charged.",
    whatToDo: (act) =>
      `Download it: ${act.readPurchaseDownloadUrl} with the id in \`purchase_id\`.`,
  },
  trial_not_available: {
    status: 409,
    title: "The dataset has no trial to buy",
    resolution: "none",
    meaning:
      "The seller offers no trial, or its rows are being drawn from a new version or could not be drawn. " +
      "Nothing was charged.",
    whatToDo: (act) =>
      `Read its \`trial\` with ${act.readDataset}: while its \`status\` is \`preparing\`, try again in a ` +
      "minute. Otherwise buy without `trial`.",
  },
  plan_not_offered: {
    status: 400,
    title: "The dataset has no such plan",
    resolution: "none",
    meaning: "The seller does not offer a subscription of this interval. Nothing was charged.",
    whatToDo: (act) => `Read its \`plans\` with ${act.readDataset}, or buy without \`plan\`.`,
  },
  already_subscribed: {
    status: 409,
    title: "You already subscribe to this dataset",
    resolution: "none",
    meaning:
      "The account has a subscription of this dataset that has not ended. Nothing was charged.",
    whatToDo: (act) => `Find it with ${act.listSubscriptions}; \`renewal: "on"\` continues it.`,
  },
  subscription_not_found: {
    status: 404,
    title: "No such subscription",
    resolution: "none",
    meaning: "The account has no subscription with this id.",
    whatToDo: (act) => `List them with ${act.listSubscriptions}.`,
  },
  subscription_ended: {
    status: 409,
    title: "The subscription has ended",
    resolution: "none",
    meaning: "An ended subscription cannot be changed; its paid periods can still be downloaded.",
    whatToDo: (act) => `Subscribe again: ${act.buy} with \`plan\`.`,
  },
  identical_file_owned: {
    status: 409,
    title: "The account already has these bytes",
    resolution: "none",
    meaning:
      "The dataset's file is byte-identical to one that this account has bought under another " +
      "listing or sells itself. `detail` names it, and `purchase_id` the purchase. Nothing was charged, and no bid was placed.",
    whatToDo: (act) =>
      `Download what you have: ${act.readPurchaseDownloadUrl} with the id in \`purchase_id\`. To pay for ` +
      "the same bytes again, for example under another licence, send `allow_duplicate: true`.",
  },
  purchase_in_progress: {
    status: 400,
    title: "A purchase of this file is in progress",
    resolution: "retry",
    meaning:
      "A payment has started and its outcome is not known yet. No second payment was started.",
    whatToDo: (act) =>
      `Call ${act.listPurchases} in a moment to see the outcome of the purchase in \`purchase_id\`.`,
  },
  price_changed: {
    status: 400,
    title: "The price is not the expected one",
    resolution: "fix_request",
    meaning:
      "The seller's price differs from the request's `expected_price_cents`. Nothing was " +
      "charged. `current_price_cents` is the current price.",
    whatToDo: (act) =>
      `Decide again whether the dataset is worth it; ${act.readDataset} shows it, and ` +
      "`price_history` shows whether it was cheaper.",
  },
  payment_method_unknown: {
    status: 400,
    title: "The account has no such payment method",
    resolution: "fix_request",
    meaning: "The account has no card with this id, or has no card at all.",
    whatToDo: (act) =>
      `Call ${act.readOperator}: it lists the ids of the account's payment methods. If there is ` +
      "none, the owner adds a card in the account on the website.",
  },
  payment_declined: {
    status: 402,
    title: "The payment was declined",
    resolution: "pay",
    meaning:
      "The bank or the payment provider refused the charge; `decline_code` gives its reason. Nothing " +
      "was charged, and the dataset is not yours.",
    whatToDo: (act) =>
      `Pay with another card; ${act.readOperator} lists the account's cards, and the owner can add ` +
      "one. The same card will probably fail again unless its holder asks the bank. `purchase_id` is this attempt.",
  },
  payment_not_confirmed: {
    status: 403,
    title: "The payment is not confirmed",
    resolution: "none",
    meaning:
      "The purchase is not paid: its payment is still pending, has failed, or was refunded. Only " +
      "paid files are delivered.",
    whatToDo: (act) =>
      `Call ${act.listPurchases} until the purchase is \`in_escrow\` or \`released\`. A purchase that ` +
      "failed or was refunded stays so.",
  },
  purchase_not_found: {
    status: 404,
    title: "There is no such purchase",
    resolution: "none",
    meaning: "No purchase has this id.",
    whatToDo: (act) => `Call ${act.listPurchases} and use an id from its answer.`,
  },
  purchase_not_yours: {
    status: 403,
    title: "The purchase belongs to another operator",
    resolution: "none",
    meaning: "Another account bought this. Only that account can get its file.",
    whatToDo: (act) => `Use a key of the account that bought it, or buy it yourself: ${act.buy}.`,
  },
  purchase_not_in_escrow: {
    status: 409,
    title: "The purchase is not in escrow",
    resolution: "none",
    meaning:
      "A purchase can be confirmed or disputed only while its money is in escrow. This one is not paid yet, " +
      "released, disputed or refunded; `detail` says which.",
    whatToDo: (act) => `Read its \`status\` with ${act.listPurchases}. Decisions are final.`,
  },
  trial_credited: {
    status: 409,
    title: "The trial was counted towards the whole file",
    resolution: "none",
    meaning:
      "The trial's price has lowered the price of your purchase of the whole file, so the trial cannot be " +
      "disputed. If that purchase fails or is refunded, it can be again.",
    whatToDo: (act) =>
      `If the whole file is not as described, dispute that purchase: ${act.listPurchases} shows it as ` +
      "`credited_to`.",
  },
  purchase_not_cancellable: {
    status: 409,
    title: "The purchase cannot be cancelled",
    resolution: "none",
    meaning:
      "Only an unpaid purchase can be cancelled, and not one that was won in an auction. " +
      "`detail` gives the reason; a completed payment stays.",
    whatToDo: (act) =>
      `Read its \`status\` with ${act.listPurchases}. While it is in escrow, you can dispute a delivery that is ` +
      "not as described.",
  },
  purchase_not_payable: {
    status: 409,
    title: "The purchase cannot be paid",
    resolution: "none",
    meaning: "Only the latest failed attempt to pay for a won auction can be paid again.",
    whatToDo: (act) => `Call ${act.listOffers}: it shows what is left to pay, and until when.`,
  },
  waiting_purchase_not_found: {
    status: 404,
    title: "There is no such waiting purchase",
    resolution: "none",
    meaning: "No purchase with this id waits, or has waited, for this account's owner.",
    whatToDo: (act) => `Call ${act.listWaiting} and use an id from its answer.`,
  },
  waiting_purchase_ended: {
    status: 409,
    title: "The purchase is no longer waiting",
    resolution: "none",
    meaning:
      "It was approved, refused, cancelled or superseded, or nobody answered in time; `detail` says " +
      "which. Only an approval starts a purchase, and it starts one.",
    whatToDo: (act) =>
      `Read its \`status\` with ${act.listWaiting}; an approved one names its purchase. Ask again with ` +
      `${act.buy}, unless the owner has refused it.`,
  },
  acceptance_not_found: {
    status: 404,
    title: "The purchase has no acceptance contract",
    resolution: "none",
    meaning: "The purchase exists, and was made without `acceptance`.",
    whatToDo: "Nothing: its money is held in escrow as usual.",
  },
  purchase_not_disputed: {
    status: 409,
    title: "The purchase is not disputed",
    resolution: "none",
    meaning: "There is no open dispute to read, answer or decide, or a bank decides it.",
    whatToDo: "Look at the purchase: its `status` and its page show what has happened.",
  },
  party_to_dispute: {
    status: 403,
    title: "A party to a dispute cannot decide it",
    resolution: "none",
    meaning:
      "The administrator is the buyer or the seller of this purchase, sells the reported listing, " +
      "wrote the review, or sells the dataset that the review is about.",
    whatToDo: "Leave the decision to another administrator.",
  },
  chargeback_not_found: {
    status: 404,
    title: "There is no such chargeback",
    resolution: "none",
    meaning: "No dispute by a card's bank has this id.",
    whatToDo: "Look for it in the administration's list of chargebacks.",
  },
  chargeback_step_closed: {
    status: 409,
    title: "This step is not open",
    resolution: "none",
    meaning:
      "A chargeback's state decides its open steps: evidence once, before the deadline; a reversal or a " +
      "write-off of the debt after it was lost. `detail` says why this step is closed.",
    whatToDo: "Reload the chargeback's page: it shows the steps that are left.",
  },
  refund_not_owed: {
    status: 409,
    title: "The refund is not owed",
    resolution: "none",
    meaning: "The refund is paid or on its way, so paying it now would pay it twice.",
    whatToDo: "Reload the refund's page: it shows what has happened.",
  },
} as const satisfies Record<string, Problem>;
