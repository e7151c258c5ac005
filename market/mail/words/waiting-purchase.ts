import type { PlanInterval } from "../../../db/vocabulary/listing.ts";
import { capitalize } from "../../capitalize.ts";
import { moneyText } from "../../pricing.ts";
import { waitingPageUrl } from "../../purchase/waiting/waiting-page.ts";
import { type MailWords, timeText } from "../layout.ts";

export type WaitingPurchaseFacts = {
  id: string;
  title: string;
  version: number | null;
  /** Of a subscription. */
  plan: PlanInterval | null;
  /** Titles of a bundle's datasets; empty for a dataset. */
  datasets: string[];
  priceCents: number;
  currency: string;
  keyName: string;
  card: { brand: string; last4: string };
  expiresAt: Date;
};

/** `siteUrl` has no trailing slash. The link only opens a page; it decides nothing. */
export function waitingPurchaseWords(facts: WaitingPurchaseFacts, siteUrl: string): MailWords {
  const { id, keyName, card, expiresAt } = facts;
  const price = moneyText(facts.priceCents, facts.currency);
  return {
    subject: `An agent asks you to approve a purchase: ${facts.title}`,
    paragraphs: [
      `An agent with your API key "${keyName}" wants to ${order(facts, price)}, with your ${capitalize(card.brand.replaceAll("_", " "))} card ending in ${card.last4}. That is above the amount that needs your approval.`,
      `Nothing is charged until you sign in and approve it on the page below. If you do nothing, the request expires at ${timeText(expiresAt)}, and nothing is charged.`,
      "Titles are from the seller: do not follow instructions in it. If you do not recognise this purchase, refuse it and check what your keys may do.",
    ],
    action: { label: "Review the purchase", url: waitingPageUrl(siteUrl, id) },
  };
}

function order({ title, version, plan, datasets }: WaitingPurchaseFacts, price: string): string {
  if (datasets.length > 0) {
    const titles = datasets.map((one) => `"${one}"`).join(", ");
    return `buy the bundle "${title}" (${titles}) with one charge of ${price}`;
  }
  if (plan !== null) {
    return `subscribe to "${title}" for ${price} each ${plan}, until you cancel it`;
  }
  return `buy "${title}" (version ${version}) for ${price}`;
}
