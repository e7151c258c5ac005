/** Words of purchase mails. Pure; neither side ever reads the other's address. */
import type { DisputeReason, RefundCause } from "../../../db/vocabulary/purchase.ts";
import { capitalize } from "../../capitalize.ts";
import { moneyText } from "../../pricing.ts";
import { sellerCents } from "../../purchase/ledger.ts";
import type { PurchaseNotice } from "../../purchase/notices.ts";
import { type MailWords, timeText } from "../layout.ts";
import { moneyWords } from "./money.ts";
import type { PurchaseMailFacts } from "./purchase-facts.ts";
import { quoted } from "./quoted.ts";

type Words = (facts: PurchaseMailFacts, siteUrl: string) => MailWords;

/** `siteUrl` has no trailing slash. */
export const purchaseWords: Record<PurchaseNotice, Words> = {
  action_required_buyer: (facts, siteUrl) => ({
    subject: `Your bank wants you to confirm a payment: ${facts.title}`,
    paragraphs: [
      `You are buying ${what(facts)} for ${price(facts)}. Your card's bank wants you to confirm the payment; nothing is charged before that.`,
      "Open the purchase and go to your bank from there, or cancel it. If you do nothing, the purchase ends automatically, and nothing is charged.",
    ],
    action: { ...buyerAction(facts, siteUrl), label: "Confirm the payment" },
  }),
  bought: (facts, siteUrl) => ({
    subject:
      facts.periodEndsAt === null ? `Bought: ${facts.title}` : `Subscription paid: ${facts.title}`,
    paragraphs: facts.periodEndsAt === null ? buyerBought(facts) : subscriberPaid(facts),
    action: buyerAction(facts, siteUrl),
  }),
  delivery_failed_buyer: (facts, siteUrl) => ({
    subject: `Not delivered to your bucket: ${facts.title}`,
    paragraphs: [
      `${capitalize(what(facts))} could not be delivered to your bucket. The page of your buckets says why, and can try again.`,
      "You can download the file yourself at any time from the purchase's page.",
    ],
    action: { label: "See your buckets", url: `${siteUrl}/account/buckets` },
  }),
  sold: (facts, siteUrl) => ({
    subject: `Sold: ${facts.title}`,
    paragraphs: [
      `${capitalize(what(facts))} was sold for ${price(facts)}, of which you receive ${net(facts)}.`,
      facts.periodEndsAt === null
        ? `The payment is in escrow until the buyer confirms the delivery${dueDate(facts)}.`
        : `It pays one period of a subscription. Publish a version before ${timeText(facts.periodEndsAt)}: otherwise the subscriber is refunded.`,
    ],
    action: sellerAction(facts, siteUrl),
  }),
  accepted_buyer: (facts, siteUrl) => ({
    subject: `Passed your checks: ${facts.title}`,
    paragraphs: [
      `You or your agent bought ${what(facts)} for ${price(facts)} with an acceptance contract. The file passed all its checks, so the seller is paid. You can download it now.`,
    ],
    action: buyerAction(facts, siteUrl),
  }),
  undecided_buyer: (facts, siteUrl) => ({
    subject: `Your checks could not be evaluated: ${facts.title}`,
    paragraphs: [
      `You or your agent bought ${what(facts)} for ${price(facts)} with an acceptance contract, which could not be evaluated. We hold the money until an administrator has decided.`,
      "You can download the file now. The purchase's page shows each check.",
    ],
    action: buyerAction(facts, siteUrl),
  }),
  disputed_seller: (facts, siteUrl) => ({
    subject: `Disputed: ${facts.title}`,
    paragraphs: [
      `The buyer of ${what(facts)} opened a dispute: ${reason(facts)}.`,
      ...saidBy("The buyer writes:", facts.disputeDetail),
      `We hold the ${price(facts)} until an administrator has decided.`,
      ...(facts.disputeReason === "chargeback" ? [] : [answerAdvice]),
    ],
    action: sellerAction(facts, siteUrl),
  }),
  disputed_administrators: (facts, siteUrl) => ({
    subject: `A dispute needs a decision: ${facts.title}`,
    paragraphs: [
      `Purchase ${facts.id} of ${what(facts)} for ${price(facts)} is disputed: ${reason(facts)}.`,
      ...saidBy("The buyer writes:", facts.disputeDetail),
    ],
    action: { label: "Decide the dispute", url: `${siteUrl}/admin/disputes/${facts.id}` },
  }),
  released_seller: (facts, siteUrl) => ({
    subject: `Released: ${net(facts)} for ${facts.title}`,
    paragraphs: [
      `The money for ${what(facts)} is yours: ${net(facts)} of the ${price(facts)} that the buyer paid.`,
      "We send it to your payout account. If you have none yet, we hold it until you set one up.",
    ],
    action: { label: "See your sales", url: `${siteUrl}/account/sales` },
  }),
  dispute_rejected_buyer: (facts, siteUrl) => ({
    subject: `Your dispute was not upheld: ${facts.title}`,
    paragraphs: [
      `The dispute about ${what(facts)} was decided for the seller, who gets the ${price(facts)}. You can still download the file.`,
      ...saidBy("The administrator writes:", facts.resolutionDetail),
    ],
    action: buyerAction(facts, siteUrl),
  }),
  refunded_buyer: (facts, siteUrl) => ({
    subject: `Refunded: ${price(facts)} for ${facts.title}`,
    paragraphs: [
      `The purchase of ${what(facts)} was reversed: ${refundReason(facts)}.`,
      buyerMoney(facts),
      ...saidBy("The administrator writes:", facts.resolutionDetail),
    ],
    action: buyerAction(facts, siteUrl),
  }),
  refunded_seller: (facts, siteUrl) => ({
    subject: `Refunded to the buyer: ${facts.title}`,
    paragraphs: [
      `The sale of ${what(facts)} was reversed and the ${price(facts)} went back to the buyer: ${refundReason(facts)}.`,
      ...saidBy("The administrator writes:", facts.resolutionDetail),
      ...fileAdvice(facts),
    ],
    action: sellerAction(facts, siteUrl),
  }),
  ...moneyWords,
};

const disputeReasons: Record<DisputeReason, string> = {
  file_unusable: "the file cannot be used",
  not_as_described: "the file is not as described",
  not_licensed: "the seller may not sell it",
  other: "another reason",
  chargeback: "the card's bank asks for the payment back",
  acceptance_undecided: "the buyer's acceptance contract could not be evaluated",
};

const refundReasons: Record<RefundCause, string> = {
  file_missing: "the sold file is missing from the store",
  file_changed: "the stored file differs from the one that was sold",
  dispute_resolved: "an administrator decided the dispute for the buyer",
  dispute_timed_out: "nobody decided the dispute in time",
  charged_back: "the card's bank took the payment back",
  refunded_at_provider: "the payment was refunded at the payment provider",
  charged_late: "the card was charged after the purchase had ended",
  no_update: "the seller published no version in the paid period",
  trial_cancelled: "the subscription was cancelled in its trial",
  acceptance_failed: "the file did not pass the checks of the acceptance contract",
};

function buyerBought(facts: PurchaseMailFacts): string[] {
  return [
    `You or your agent bought ${what(facts)} for ${price(facts)}. Your payment is in escrow: the seller does not have it yet.`,
    `Download the file and check it. If it is fine, confirm the delivery; if it is not, open a dispute${until(facts)}.`,
  ];
}

function subscriberPaid(facts: PurchaseMailFacts): string[] {
  const end = facts.periodEndsAt === null ? "its end" : timeText(facts.periodEndsAt);
  const files =
    facts.acceptance === null
      ? `You can download version ${facts.version} and every version published before ${end}.`
      : `You can download the versions published before ${end}, once one has passed your acceptance contract. If it fails, you are refunded.`;
  return [
    `A period of your subscription of "${facts.title}" was paid: ${price(facts)}. ${files}`,
    "Your payment is in escrow. If the seller publishes no version in the period, you are refunded. The next period is charged automatically, until you cancel.",
  ];
}

const what = ({ title, version }: PurchaseMailFacts) => `"${title}" (version ${version})`;
const reason = ({ disputeReason }: PurchaseMailFacts) => disputeReasons[disputeReason ?? "other"];
const price = ({ priceCents, currency }: PurchaseMailFacts) => moneyText(priceCents, currency);
const net = (facts: PurchaseMailFacts) => moneyText(sellerCents(facts), facts.currency);

function refundReason({ refundCause }: PurchaseMailFacts): string {
  return refundCause === null ? "the money was refunded" : refundReasons[refundCause];
}

function until({ releaseDueAt }: PurchaseMailFacts): string {
  return releaseDueAt === null ? "" : ` before ${timeText(releaseDueAt)}: then we pay the seller`;
}

function dueDate({ releaseDueAt }: PurchaseMailFacts): string {
  return releaseDueAt === null ? "" : `, or until ${timeText(releaseDueAt)}`;
}

/** A buyer whose bank returned the money must not wait for a refund as well. */
function buyerMoney(facts: PurchaseMailFacts): string {
  if (facts.refundCause === "charged_back")
    return "Your bank has already returned the money to you.";
  return `We refund ${price(facts)} to the card that was charged. This can take up to ten days.`;
}

function fileAdvice({ refundCause }: PurchaseMailFacts): string[] {
  if (refundCause !== "file_missing" && refundCause !== "file_changed") return [];
  return [
    "If this file is still on sale, we remove its listing from the catalogue: publish a new version.",
  ];
}

const answerAdvice =
  "The sale's page shows the buyer's attachments. Answer there, with files if they help: the administrator reads both sides.";

const saidBy = (intro: string, text: string | null) =>
  text === null ? [] : [`${intro}\n${quoted(text)}`];

function buyerAction({ id }: PurchaseMailFacts, siteUrl: string): MailWords["action"] {
  return { label: "See the purchase", url: `${siteUrl}/account/purchases/${id}` };
}

function sellerAction({ id }: PurchaseMailFacts, siteUrl: string): MailWords["action"] {
  return { label: "See the sale", url: `${siteUrl}/account/sales/${id}` };
}
