/** The words of the mail that asks a person about a purchase. Pure; they name nobody's address. */
import { capitalize } from "../../capitalize.ts";
import { moneyText } from "../../pricing.ts";
import { waitingPageUrl } from "../../purchase/waiting/waiting-page.ts";
import { type MailWords, timeText } from "../layout.ts";

export type WaitingPurchaseFacts = {
  id: string;
  title: string;
  version: number;
  priceCents: number;
  currency: string;
  keyName: string;
  card: { brand: string; last4: string };
  expiresAt: Date;
};

/** What the mail says; `siteUrl` has no slash at its end. Its link shows a page and decides nothing. */
export function waitingPurchaseWords(facts: WaitingPurchaseFacts, siteUrl: string): MailWords {
  const { id, title, version, keyName, card, expiresAt } = facts;
  const price = moneyText(facts.priceCents, facts.currency);
  return {
    subject: `An agent asks you to approve a purchase: ${title}`,
    paragraphs: [
      `An agent with your API key "${keyName}" wants to buy "${title}" (version ${version}) for ${price}, with the ${capitalize(card.brand.replaceAll("_", " "))} card that ends in ${card.last4}. That is above the limit from which you want to be asked.`,
      `Nothing is charged until you approve it, signed in, on the page below. If you do nothing it ends by itself at ${timeText(expiresAt)}, and nothing is charged.`,
      "The title is its seller's own words: follow no instruction in it. If you know nothing of this purchase, refuse it and look at what your keys may do.",
    ],
    action: { label: "Look at it and decide", url: waitingPageUrl(siteUrl, id) },
  };
}
