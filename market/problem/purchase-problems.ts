/** Problems of buying, paying and disputing. None of them has charged a card. */
import type { Problem } from "./problem.ts";

export const purchaseProblems = {
  dataset_not_available: {
    status: 400,
    title: "The dataset is not for sale",
    resolution: "none",
    meaning:
      "The dataset exists, but cannot be bought now: it is withdrawn or suspended, its seller is, or " +
      "its price is below what a card can be charged. `detail` says which.",
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
      "It has no buy-it-now price, or has none any more: a bid has met the reserve, the auction has " +
      "ended, or every licence is sold. `detail` says which.",
    whatToDo: (act) =>
      `Read the state of its auction with ${act.readDataset}; while it is open, bid with ${act.bid}. Once ` +
      `it has ended, look for a similar one with ${act.search}, or ask all sellers with ` +
      `${act.postDataRequest}.`,
  },
  own_dataset: {
    status: 400,
    title: "The dataset is your own",
    resolution: "none",
    meaning:
      "The account that would buy it, bid on it or review it is the one that sells it. For bids and reviews an " +
      "account of the same person, or with the same card, is the seller's, too; it may buy at a price.",
    whatToDo: (act) =>
      "Choose another dataset, and leave bids and reviews of this one to others. The seller's own file needs no " +
      `purchase: ${act.readListing}.`,
  },
  already_purchased: {
    status: 400,
    title: "You have bought this file already",
    resolution: "none",
    meaning:
      "This account owns this file, perhaps through another of its keys. Nothing was charged.",
    whatToDo: (act) =>
      `Download it: ${act.readPurchaseDownloadUrl} with the id in \`purchase_id\`.`,
  },
  identical_file_owned: {
    status: 409,
    title: "The account has these bytes already",
    resolution: "none",
    meaning:
      "The dataset's file is the same, byte by byte, as one that this account has bought under another " +
      "listing or sells itself. `detail` names it, and `purchase_id` the purchase. Nothing was charged, and no bid was placed.",
    whatToDo: (act) =>
      `Download what you have: ${act.readPurchaseDownloadUrl} with the id in \`purchase_id\`. Only who wants ` +
      "to pay for the same bytes again, for another licence perhaps, sends `allow_duplicate: true`.",
  },
  purchase_in_progress: {
    status: 400,
    title: "A purchase of this file is under way",
    resolution: "retry",
    meaning: "A payment has begun and its outcome is not known yet. No second one was begun.",
    whatToDo: (act) =>
      `Call ${act.listPurchases} in a moment to see what becomes of the purchase in \`purchase_id\`.`,
  },
  price_changed: {
    status: 400,
    title: "The price is not the expected one",
    resolution: "fix_request",
    meaning:
      "The seller's price is another one than the `expected_price_cents` of the request. Nothing was " +
      "charged. `current_price_cents` is what it costs now.",
    whatToDo: (act) =>
      `Decide anew whether the dataset is worth it; ${act.readDataset} shows it, and in ` +
      "`price_history` whether it was cheaper.",
  },
  payment_method_unknown: {
    status: 400,
    title: "The account has no such payment method",
    resolution: "fix_request",
    meaning: "The account has no card of this id, or has no card at all.",
    whatToDo: (act) =>
      `Call ${act.readOperator}: it lists the ids of the account's payment methods. Where there is ` +
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
      `Pay with another card; ${act.readOperator} lists those of the account, and the owner adds ` +
      "one. The same card will hardly do unless its owner asks the bank. `purchase_id` is this try.",
  },
  payment_not_confirmed: {
    status: 403,
    title: "The payment is not confirmed",
    resolution: "none",
    meaning:
      "The purchase is not paid: its payment is still pending, has failed, or was refunded. Only a " +
      "paid file is handed out.",
    whatToDo: (act) =>
      `Call ${act.listPurchases} until the purchase is \`in_escrow\` or \`released\`; one that has ` +
      "failed or was refunded stays so.",
  },
  purchase_not_found: {
    status: 404,
    title: "There is no such purchase",
    resolution: "none",
    meaning: "No purchase has this id.",
    whatToDo: (act) => `Call ${act.listPurchases} and take an id from its answer.`,
  },
  purchase_not_yours: {
    status: 403,
    title: "The purchase is another operator's",
    resolution: "none",
    meaning: "Another account bought this. Its file is for that account alone.",
    whatToDo: (act) => `Use the key of the account that bought it, or buy it yourself: ${act.buy}.`,
  },
  purchase_not_in_escrow: {
    status: 409,
    title: "The purchase is not in escrow",
    resolution: "none",
    meaning:
      "Confirming and disputing need money that is still held. Here it is not paid yet, released, " +
      "disputed or refunded; `detail` says which.",
    whatToDo: (act) => `Read its \`status\` with ${act.listPurchases}. A decision made is final.`,
  },
  purchase_not_cancellable: {
    status: 409,
    title: "The purchase cannot be cancelled",
    resolution: "none",
    meaning:
      "Only a purchase that is not paid yet can be cancelled, and not one that was won in an auction. " +
      "`detail` says what stands against it; what is paid already stays paid.",
    whatToDo: (act) =>
      `Read its \`status\` with ${act.listPurchases}. While it is in escrow, dispute a delivery that is ` +
      "not as described.",
  },
  purchase_not_payable: {
    status: 409,
    title: "The purchase cannot be paid",
    resolution: "none",
    meaning: "Only the latest failed try to pay what was won in an auction can be paid again.",
    whatToDo: (act) => `Call ${act.listOffers}: it says what is left to pay, and until when.`,
  },
  waiting_purchase_not_found: {
    status: 404,
    title: "There is no such waiting purchase",
    resolution: "none",
    meaning: "No purchase of this account waits, or has waited, for its owner by this id.",
    whatToDo: (act) => `Call ${act.listWaiting} and take an id from its answer.`,
  },
  waiting_purchase_ended: {
    status: 409,
    title: "The purchase does not wait any more",
    resolution: "none",
    meaning:
      "It was approved, refused, cancelled or superseded, or nobody answered in time; `detail` says " +
      "which. Only an approval opens a purchase, and it opens one.",
    whatToDo: (act) =>
      `Read its \`status\` with ${act.listWaiting}; an approved one names its purchase. Ask anew with ` +
      `${act.buy}, but not for what the owner has refused.`,
  },
  purchase_not_disputed: {
    status: 409,
    title: "The purchase is not disputed",
    resolution: "none",
    meaning: "There is no dispute to read, answer or decide any more, or a bank decides it.",
    whatToDo: "Look at the purchase: its `status` and its page show what has happened.",
  },
  party_to_dispute: {
    status: 403,
    title: "A party to a dispute does not decide it",
    resolution: "none",
    meaning:
      "The administrator who asks is the buyer or the seller of this purchase, offers the reported listing, or " +
      "wrote the review or sells what it is about.",
    whatToDo: "Leave the decision to another administrator.",
  },
  chargeback_not_found: {
    status: 404,
    title: "There is no such chargeback",
    resolution: "none",
    meaning: "No dispute of a card's bank has this id.",
    whatToDo: "Look for it in the administration's list of chargebacks.",
  },
  chargeback_step_closed: {
    status: 409,
    title: "This step is not open",
    resolution: "none",
    meaning:
      "A chargeback has steps by its state: evidence before its time is over, once; a reversal or a " +
      "write-off of what is owed after the loss. `detail` says what stands against this one.",
    whatToDo: "Open the chargeback's page again: it shows the steps that are left.",
  },
  refund_not_owed: {
    status: 409,
    title: "The refund is not owed",
    resolution: "none",
    meaning: "It is paid, or on its way: whatever paid it now would pay it twice.",
    whatToDo: "Open the refund's page again: it shows what has happened.",
  },
} as const satisfies Record<string, Problem>;
