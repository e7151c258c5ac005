/** The words of mails about money that ended otherwise than was said: failed refunds, chargebacks. */
import { moneyText } from "../../pricing.ts";
import { sellerCents } from "../../purchase/ledger.ts";
import type { PurchaseNotice } from "../../purchase/notices.ts";
import type { MailWords } from "../layout.ts";
import type { PurchaseMailFacts } from "./purchase-facts.ts";

type MoneyNotice =
  | Extract<PurchaseNotice, `refund_failed_${string}` | `chargeback_${string}`>
  | "refund_paid_otherwise_buyer"
  | "transfer_reversed_seller"
  | "debt_written_off_seller";
type Words = (facts: PurchaseMailFacts, siteUrl: string) => MailWords;

export const moneyWords: Record<MoneyNotice, Words> = {
  refund_failed_buyer: (facts, siteUrl) => ({
    subject: `Your refund failed: ${facts.title}`,
    paragraphs: [
      `The refund of ${price(facts)} for ${what(facts)} was sent back by your bank, often since the card has expired.`,
      "You are still owed this money. It is tried again; if that fails, an administrator pays it another way and may write to you.",
    ],
    action: buyerAction(facts, siteUrl),
  }),
  refund_failed_administrators: (facts, siteUrl) => ({
    subject: `A refund failed: ${facts.title}`,
    paragraphs: [
      `The refund of ${price(facts)} for purchase ${facts.id} of ${what(facts)} was sent back by the bank. The ledger says again that it is owed.`,
      "It is tried again once a day, four times in all. After that it is for you to pay the buyer another way.",
    ],
    action: { label: "See the refund", url: `${siteUrl}/admin/refunds/${facts.id}` },
  }),
  refund_paid_otherwise_buyer: (facts, siteUrl) => ({
    subject: `Your refund was paid another way: ${facts.title}`,
    paragraphs: [
      `The refund of ${price(facts)} for ${what(facts)} did not reach your card, so we have paid it another way.`,
      `Our reference: ${facts.refundPaidReference ?? "none"}`,
    ],
    action: buyerAction(facts, siteUrl),
  }),
  chargeback_opened_buyer: (facts, siteUrl) => ({
    subject: `Your bank disputes a payment: ${facts.title}`,
    paragraphs: [
      `Your bank asks for the ${price(facts)} back that was paid for ${what(facts)}.`,
      "Downloads of this purchase are closed until the bank has decided. If you did not ask for this, tell your bank.",
    ],
    action: buyerAction(facts, siteUrl),
  }),
  chargeback_opened_seller: (facts, siteUrl) => ({
    subject: `A buyer's bank disputes a payment: ${facts.title}`,
    paragraphs: [
      `The bank of the buyer of ${what(facts)} asks for the ${price(facts)} back. It decides within some months.`,
      `Should the bank take the money, you owe your part of it, ${net(facts)}: it is set off against later sales.`,
    ],
    action: sellerAction(siteUrl),
  }),
  chargeback_opened_administrators: (facts, siteUrl) => ({
    subject: `A chargeback waits for an answer: ${facts.title}`,
    paragraphs: [
      `The bank of the buyer asks for ${price(facts)} back, for purchase ${facts.id} of ${what(facts)}.`,
      "Send evidence before its time is over, or accept the loss: a chargeback without an answer is lost.",
    ],
    action: adminAction(facts, siteUrl),
  }),
  chargeback_answered_seller: (facts, siteUrl) => ({
    subject: `We have answered the chargeback: ${facts.title}`,
    paragraphs: [
      `We have sent evidence to the bank of the buyer of ${what(facts)}, who paid ${price(facts)}.`,
      "The bank decides within some months. There is nothing that you have to do.",
    ],
    action: sellerAction(siteUrl),
  }),
  chargeback_won_buyer: (facts, siteUrl) => ({
    subject: `Your bank let the payment stand: ${facts.title}`,
    paragraphs: [
      `The bank decided that the ${price(facts)} for ${what(facts)} stay paid.`,
      "You can download the file again, unless the purchase was refunded otherwise.",
    ],
    action: buyerAction(facts, siteUrl),
  }),
  chargeback_won_seller: (facts, siteUrl) => ({
    subject: `The payment stands: ${facts.title}`,
    paragraphs: [
      `The buyer's bank decided that the ${price(facts)} for ${what(facts)} stay paid.`,
      "You owe nothing.",
    ],
    action: sellerAction(siteUrl),
  }),
  chargeback_won_administrators: (facts, siteUrl) => ({
    subject: `A chargeback was won: ${facts.title}`,
    paragraphs: [
      `The bank let the ${price(facts)} for purchase ${facts.id} of ${what(facts)} stand.`,
      "Nothing is left to be done.",
    ],
    action: adminAction(facts, siteUrl),
  }),
  chargeback_lost_buyer: (facts, siteUrl) => ({
    subject: `Your bank took the payment back: ${facts.title}`,
    paragraphs: [
      `You have the ${price(facts)} for ${what(facts)} from your bank.`,
      "Downloads of this purchase stay closed.",
    ],
    action: buyerAction(facts, siteUrl),
  }),
  chargeback_lost_seller: (facts, siteUrl) => ({
    subject: `The bank took a payment back: ${facts.title}`,
    paragraphs: [
      `The buyer's bank took back the ${price(facts)} for ${what(facts)}.`,
      "What you were paid of it, you owe: it is set off against later sales. What you were not paid yet is not paid out.",
    ],
    action: sellerAction(siteUrl),
  }),
  chargeback_lost_administrators: (facts, siteUrl) => ({
    subject: `A chargeback was lost: ${facts.title}`,
    paragraphs: [
      `The bank took back the ${price(facts)} for purchase ${facts.id} of ${what(facts)}. What the seller owes of it is set off against later sales by itself.`,
      "The page below has the purchase, its trail and its ledger.",
    ],
    action: adminAction(facts, siteUrl),
  }),
  transfer_reversed_seller: (facts, siteUrl) => ({
    subject: `A payout was taken back: ${facts.title}`,
    paragraphs: [
      `The bank of the buyer of ${what(facts)} took the payment back. Of what you were paid for this sale we have taken back what you owed for it.`,
      "Your sales say how much that was, and what is still owed.",
    ],
    action: sellerAction(siteUrl),
  }),
  debt_written_off_seller: (facts, siteUrl) => ({
    subject: `What you owed was written off: ${facts.title}`,
    paragraphs: [
      `What you still owed for ${what(facts)}, whose payment the buyer's bank took back, we have written off.`,
      "Later sales are paid out to you whole again, unless you owe something else.",
    ],
    action: sellerAction(siteUrl),
  }),
};

const what = ({ title, version }: PurchaseMailFacts) => `"${title}" (version ${version})`;
const price = ({ priceCents, currency }: PurchaseMailFacts) => moneyText(priceCents, currency);
const net = (facts: PurchaseMailFacts) => moneyText(sellerCents(facts), facts.currency);

function buyerAction({ id }: PurchaseMailFacts, siteUrl: string): MailWords["action"] {
  return { label: "See the purchase", url: `${siteUrl}/account/purchases/${id}` };
}

function sellerAction(siteUrl: string): MailWords["action"] {
  return { label: "See your sales", url: `${siteUrl}/account/sales` };
}

function adminAction({ id }: PurchaseMailFacts, siteUrl: string): MailWords["action"] {
  return { label: "See the chargeback", url: `${siteUrl}/admin/chargebacks?purchase=${id}` };
}
