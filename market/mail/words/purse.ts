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
  currency: string;
};

type Words = (facts: PurseMailFacts, siteUrl: string) => MailWords;

const what = ({ kind, title }: PurseMailFacts) => `the ${kind} "${title}"`;

/** `siteUrl` has no trailing slash. */
export const purseWords: Record<PurseNotice, Words> = {
  purse_action_required_buyer: (facts, siteUrl) => ({
    subject: `Your bank wants you to confirm a payment: ${facts.title}`,
    paragraphs: [
      `You pay ${moneyText(facts.priceCents, facts.currency)} for ${what(facts)}. Your card's bank wants you to confirm the payment; nothing is charged before that.`,
      "Open the payment and go to your bank from there. If you do nothing, it ends automatically, and nothing is charged.",
    ],
    action: { label: "Confirm the payment", url: `${siteUrl}/account/payments/${facts.id}` },
  }),
};
