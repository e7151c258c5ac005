/** Words of mails about a charge that pays several purchases. Pure. */
import type { AcceptanceState, PurseKind } from "../../../db/vocabulary/purchase.ts";
import { capitalize } from "../../capitalize.ts";
import { moneyText } from "../../pricing.ts";
import { sellerCents } from "../../purchase/ledger.ts";
import type { PurseNotice } from "../../purchase/purse/notices.ts";
import { type MailWords, timeText } from "../layout.ts";

export type PurseMailFacts = {
  id: string;
  kind: PurseKind;
  title: string;
  priceCents: number;
  refundCents: number;
  refundPaidReference: string | null;
  currency: string;
  /** That it pays. */
  purchases: {
    id: string;
    title: string;
    version: number;
    priceCents: number;
    feeCents: number;
    acceptance: AcceptanceState | null;
    releaseDueAt: Date | null;
  }[];
};

type Words = (facts: PurseMailFacts, siteUrl: string) => MailWords;

const what = ({ kind, title }: PurseMailFacts) => `the ${kind} "${title}"`;

const refund = ({ refundCents, currency }: PurseMailFacts) => moneyText(refundCents, currency);

const buyersPage = ({ id }: PurseMailFacts, siteUrl: string) => ({
  label: "See the payment",
  url: `${siteUrl}/account/payments/${id}`,
});

const sumOf = (amounts: number[]) => amounts.reduce((sum, cents) => sum + cents, 0);

/** Purchases of one charge are due together, apart from those that a contract decides. */
function until({ purchases }: PurseMailFacts): string {
  const dueAt = purchases.find(({ acceptance }) => acceptance === null)?.releaseDueAt ?? null;
  return dueAt === null ? "" : ` before ${timeText(dueAt)}: then we pay the seller`;
}

/** `siteUrl` has no trailing slash. */
export const purseWords: Record<PurseNotice, Words> = {
  bundle_bought: (facts, siteUrl) => ({
    subject: `Bought: ${facts.title}`,
    paragraphs: [
      `You or your agent bought ${what(facts)} with one charge of ${moneyText(facts.priceCents, facts.currency)}. Your payment is in escrow: the seller does not have it yet.`,
      ...facts.purchases.map(
        ({ title, version, priceCents }) =>
          `"${title}" (version ${version}): ${moneyText(priceCents, facts.currency)}`,
      ),
      ...(facts.purchases.some(({ acceptance }) => acceptance !== null)
        ? [
            "Files with a contract are checked first: the seller is paid for each that passes, and you are refunded for each that fails.",
          ]
        : []),
      `Download each file and check it. If it is fine, confirm its delivery; if it is not, open a dispute about it${until(facts)}. The page of the payment leads to each purchase and its receipt.`,
    ],
    action: buyersPage(facts, siteUrl),
  }),
  bundle_sold: (facts, siteUrl) => ({
    subject: `Sold: ${facts.title}`,
    paragraphs: [
      `${capitalize(what(facts))} was sold with one charge of ${moneyText(facts.priceCents, facts.currency)}, of which you receive ${moneyText(sumOf(facts.purchases.map(sellerCents)), facts.currency)}.`,
      ...facts.purchases.map(
        (one) =>
          `"${one.title}" (version ${one.version}): you receive ${moneyText(sellerCents(one), facts.currency)} of ${moneyText(one.priceCents, facts.currency)}`,
      ),
      "Each payment is in escrow until the buyer confirms that delivery, or its time ends.",
    ],
    action: { label: "See your sales", url: `${siteUrl}/account/sales` },
  }),
  purse_action_required_buyer: (facts, siteUrl) => ({
    subject: `Your bank wants you to confirm a payment: ${facts.title}`,
    paragraphs: [
      `You pay ${moneyText(facts.priceCents, facts.currency)} for ${what(facts)}. Your card's bank wants you to confirm the payment; nothing is charged before that.`,
      "Open the payment and go to your bank from there. If you do nothing, it ends automatically, and nothing is charged.",
    ],
    action: { ...buyersPage(facts, siteUrl), label: "Confirm the payment" },
  }),
  purse_refund_failed_buyer: (facts, siteUrl) => ({
    subject: `Your refund failed: ${facts.title}`,
    paragraphs: [
      `Your bank returned the refund of ${refund(facts)} for ${what(facts)}, often because the card has expired.`,
      "We still owe you this money and will try again. If that fails, an administrator pays you another way and may contact you.",
    ],
    action: buyersPage(facts, siteUrl),
  }),
  purse_refund_failed_administrators: (facts, siteUrl) => ({
    subject: `A refund failed: ${facts.title}`,
    paragraphs: [
      `The bank returned the refund of ${refund(facts)} for ${what(facts)}. The ledger shows it as owed again.`,
      "We retry it once a day, four times in total. After that you have to pay the buyer another way.",
    ],
    action: { label: "See the refund", url: `${siteUrl}/admin/refunds/${facts.id}` },
  }),
  purse_refund_paid_otherwise_buyer: (facts, siteUrl) => ({
    subject: `Your refund was paid another way: ${facts.title}`,
    paragraphs: [
      `The refund of ${refund(facts)} for ${what(facts)} did not reach your card, so we have paid it another way.`,
      `Our reference: ${facts.refundPaidReference ?? "none"}`,
    ],
    action: buyersPage(facts, siteUrl),
  }),
};
