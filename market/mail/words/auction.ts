/** Words of auction mails. Pure; nobody reads another bidder's maximum or address. */
import type { AuctionNotice } from "../../auction/notices.ts";
import { moneyText } from "../../pricing.ts";
import { similarPath } from "../../search/similar.ts";
import { type MailWords, timeText } from "../layout.ts";

export type AuctionMailFacts = {
  listingId: string;
  title: string;
  currency: string;
  /** The current price, in cents. */
  priceCents: number;
  nextMinimumCents: number;
  endsAt: Date;
  /** The reader's award or offer. */
  award: { id: string; priceCents: number; dueAt: Date | null } | null;
};

/** `siteUrl` has no trailing slash. */
export function auctionWords(notice: AuctionNotice) {
  return (facts: AuctionMailFacts, siteUrl: string): MailWords => ({
    ...words[notice](facts),
    action: actionOf(notice, facts, siteUrl),
  });
}

type Words = Omit<MailWords, "action">;

const words: Record<AuctionNotice, (facts: AuctionMailFacts) => Words> = {
  outbid: (facts) => ({
    subject: `Outbid: ${facts.title}`,
    paragraphs: [
      `Another bidder leads the auction of "${facts.title}". The price is ${price(facts)}.`,
      `You or your agent can bid again until ${timeText(facts.endsAt)}, with at least ${moneyText(facts.nextMinimumCents, facts.currency)}.`,
    ],
  }),
  won: (facts) => ({
    subject: `Won: ${facts.title}`,
    paragraphs: [
      `You or your agent won the auction of "${facts.title}" for ${own(facts)}.`,
      "We are charging the card that you chose for your bid. The payment stays in escrow until you confirm the file.",
    ],
  }),
  lost: (facts) => ({
    subject: `Not won: ${facts.title}`,
    paragraphs: [
      `The auction of "${facts.title}" has ended, and you did not win. The amount reserved from your key's budget is free again.`,
      "If a winner does not pay, we may offer it to you. You do not have to accept.",
      "You can look for similar datasets, or post a data request in your account, which all sellers see.",
    ],
  }),
  charge_failed: (facts) => ({
    subject: `Won, but not paid yet: ${facts.title}`,
    paragraphs: [
      `You won "${facts.title}" for ${own(facts)}, but the card could not be charged.`,
      `Pay with another card by ${due(facts)}, on the page below, or have your agent do so. After that we offer it to the next bidder.`,
    ],
  }),
  second_chance: (facts) => ({
    subject: `Offered to you: ${facts.title}`,
    paragraphs: [
      `The winner of the auction of "${facts.title}" did not pay. You can have it for ${own(facts)} until ${due(facts)}.`,
      "Accept the offer on the page below, or have your agent do so. Nothing is charged before that.",
    ],
  }),
  auction_sold: (facts) => ({
    subject: `Auction ended: ${facts.title}`,
    paragraphs: [
      `The auction of "${facts.title}" ended at ${price(facts)}.`,
      "We are charging the winners' cards; we e-mail you about each paid sale.",
    ],
  }),
  auction_bought: (facts) => ({
    subject: `Sold at the buy-it-now price: ${facts.title}`,
    paragraphs: [
      `The auction of "${facts.title}" has ended. The dataset was bought at its buy-it-now price, so no bidder has won.`,
      "We e-mail you about each paid sale.",
    ],
  }),
  auction_not_sold: (facts) => ({
    subject: `Auction ended without a sale: ${facts.title}`,
    paragraphs: [
      `The auction of "${facts.title}" ended without a sale: nobody bid, or no bid met the reserve price.`,
      "The listing is withdrawn. To sell the file again, you or your agent can create a new draft.",
    ],
  }),
  auction_unpaid: (facts) => ({
    subject: `Nobody paid: ${facts.title}`,
    paragraphs: [
      `No bidder in the auction of "${facts.title}" paid in time, and there is no other bidder to offer it to.`,
      "The listing is withdrawn. To sell the file again, you or your agent can create a new draft.",
    ],
  }),
};

/** A closed auction has no public page any more, so the link leads to the account. */
function actionOf(
  notice: AuctionNotice,
  { award, title }: AuctionMailFacts,
  siteUrl: string,
): MailWords["action"] {
  if (notice === "lost") {
    return { label: "See similar datasets", url: `${siteUrl}${similarPath(title)}` };
  }
  const label = payLabels[notice];
  if (label !== undefined && award !== null) {
    return { label, url: `${siteUrl}/account/offers/${award.id}` };
  }
  return notice.startsWith("auction_")
    ? { label: "See your sales", url: `${siteUrl}/account/sales` }
    : { label: "See your auctions", url: `${siteUrl}/account/auctions` };
}

/** Labels of the links to a page on which the reader can pay. */
const payLabels: Partial<Record<AuctionNotice, string>> = {
  charge_failed: "Pay with another card",
  second_chance: "See the offer",
};

const price = ({ priceCents, currency }: AuctionMailFacts) => moneyText(priceCents, currency);
const own = (facts: AuctionMailFacts) =>
  moneyText(facts.award?.priceCents ?? facts.priceCents, facts.currency);
const due = ({ award }: AuctionMailFacts) =>
  award?.dueAt ? timeText(award.dueAt) : "the end of the offer";
