/** Words of mails about a charge that pays several purchases. Pure. */
import type { PurseKind } from "../../../db/vocabulary/purchase.ts";
import { moneyText } from "../../pricing.ts";
import type { PurseNotice } from "../../purchase/purse/notices.ts";
import type { MailWords } from "../layout.ts";

export type PurseMailFacts = {
  id: string;
  kind: PurseKind;
  title: string;
  priceCents: number;
  refundCents: number;
  refundPaidReference: string | null;
  currency: string;
};

type Words = (facts: PurseMailFacts, siteUrl: string) => MailWords;

const what = ({ kind, title }: PurseMailFacts) => `the ${kind} "${title}"`;

const refund = ({ refundCents, currency }: PurseMailFacts) => moneyText(refundCents, currency);

const buyersPage = ({ id }: PurseMailFacts, siteUrl: string) => ({
  label: "See the payment",
  url: `${siteUrl}/account/payments/${id}`,
});

/** `siteUrl` has no trailing slash. */
export const purseWords: Record<PurseNotice, Words> = {
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
