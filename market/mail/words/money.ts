/** Words of mails about failed refunds and chargebacks. */
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
      `Your bank returned the refund of ${price(facts)} for ${what(facts)}, often because the card has expired.`,
      "We still owe you this money and will try again. If that fails, an administrator pays you another way and may contact you.",
    ],
    action: buyerAction(facts, siteUrl),
  }),
  refund_failed_administrators: (facts, siteUrl) => ({
    subject: `A refund failed: ${facts.title}`,
    paragraphs: [
      `The bank returned the refund of ${price(facts)} for purchase ${facts.id} of ${what(facts)}. The ledger shows it as owed again.`,
      "We retry it once a day, four times in total. After that you have to pay the buyer another way.",
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
      `Your bank asks for the return of the ${price(facts)} that you paid for ${what(facts)}.`,
      "You cannot download this purchase until the bank has decided. If you did not ask for this, contact your bank.",
    ],
    action: buyerAction(facts, siteUrl),
  }),
  chargeback_opened_seller: (facts, siteUrl) => ({
    subject: `A buyer's bank disputes a payment: ${facts.title}`,
    paragraphs: [
      `The bank of the buyer of ${what(facts)} asks for the return of ${price(facts)}. It decides within some months.`,
      `If the bank takes the money, you owe us your share, ${net(facts)}: we deduct it from later sales.`,
    ],
    action: sellerAction(siteUrl),
  }),
  chargeback_opened_administrators: (facts, siteUrl) => ({
    subject: `A chargeback needs an answer: ${facts.title}`,
    paragraphs: [
      `The buyer's bank asks for the return of ${price(facts)} for purchase ${facts.id} of ${what(facts)}.`,
      "Send evidence before the deadline, or accept the loss: a chargeback without an answer is lost.",
    ],
    action: adminAction(facts, siteUrl),
  }),
  chargeback_answered_seller: (facts, siteUrl) => ({
    subject: `We have answered the chargeback: ${facts.title}`,
    paragraphs: [
      `We have sent evidence to the bank of the buyer of ${what(facts)}, who paid ${price(facts)}.`,
      "The bank decides within some months. You do not need to do anything.",
    ],
    action: sellerAction(siteUrl),
  }),
  chargeback_won_buyer: (facts, siteUrl) => ({
    subject: `Your bank confirmed the payment: ${facts.title}`,
    paragraphs: [
      `Your bank decided that the payment of ${price(facts)} for ${what(facts)} is valid.`,
      "You can download the file again, unless the purchase was refunded otherwise.",
    ],
    action: buyerAction(facts, siteUrl),
  }),
  chargeback_won_seller: (facts, siteUrl) => ({
    subject: `The chargeback was decided for you: ${facts.title}`,
    paragraphs: [
      `The buyer's bank decided that the payment of ${price(facts)} for ${what(facts)} stands.`,
      "You owe nothing.",
    ],
    action: sellerAction(siteUrl),
  }),
  chargeback_won_administrators: (facts, siteUrl) => ({
    subject: `A chargeback was won: ${facts.title}`,
    paragraphs: [
      `The bank decided that the payment of ${price(facts)} for purchase ${facts.id} of ${what(facts)} stands.`,
      "You do not need to do anything.",
    ],
    action: adminAction(facts, siteUrl),
  }),
  chargeback_lost_buyer: (facts, siteUrl) => ({
    subject: `Your bank took the payment back: ${facts.title}`,
    paragraphs: [
      `Your bank returned the ${price(facts)} for ${what(facts)} to you.`,
      "You can no longer download this purchase.",
    ],
    action: buyerAction(facts, siteUrl),
  }),
  chargeback_lost_seller: (facts, siteUrl) => ({
    subject: `The bank took a payment back: ${facts.title}`,
    paragraphs: [
      `The buyer's bank took back the ${price(facts)} for ${what(facts)}.`,
      "If we have already paid you for this sale, you owe us that amount: we deduct it from later sales. We keep anything that we have not paid out yet.",
    ],
    action: sellerAction(siteUrl),
  }),
  chargeback_lost_administrators: (facts, siteUrl) => ({
    subject: `A chargeback was lost: ${facts.title}`,
    paragraphs: [
      `The bank took back the ${price(facts)} for purchase ${facts.id} of ${what(facts)}. The seller's debt is deducted from later sales automatically.`,
      "The page below shows the purchase, its history and its ledger.",
    ],
    action: adminAction(facts, siteUrl),
  }),
  transfer_reversed_seller: (facts, siteUrl) => ({
    subject: `A payout was taken back: ${facts.title}`,
    paragraphs: [
      `The bank of the buyer of ${what(facts)} took the payment back. We have taken back what you owed us from your payout for this sale.`,
      "Your sales page shows the amount, and what you still owe.",
    ],
    action: sellerAction(siteUrl),
  }),
  debt_written_off_seller: (facts, siteUrl) => ({
    subject: `Your debt was written off: ${facts.title}`,
    paragraphs: [
      `The buyer's bank took back the payment for ${what(facts)}. We have written off what you still owed for it.`,
      "Later sales are paid out in full again, unless you owe something else.",
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
