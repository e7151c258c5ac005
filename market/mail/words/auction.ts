/** The words of what an auction mails. Pure; nobody reads another's maximum or address. */
import type { AuctionNotice } from "../../auction/notices.ts";
import { moneyText } from "../../pricing.ts";
import { similarPath } from "../../search/similar.ts";
import { type MailWords, timeText } from "../layout.ts";

export type AuctionMailFacts = {
  listingId: string;
  title: string;
  currency: string;
  /** What everybody pays, in cents. */
  priceCents: number;
  nextMinimumCents: number;
  endsAt: Date;
  /** What the reader won, or is offered. */
  award: { id: string; priceCents: number; dueAt: Date | null } | null;
};

/** What a notice says of its facts; `siteUrl` has no slash at its end. */
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
      `Another bidder leads in the auction of "${facts.title}". The price is ${price(facts)}.`,
      `You or your agent can bid again, ${moneyText(facts.nextMinimumCents, facts.currency)} at least, until ${timeText(facts.endsAt)}.`,
    ],
  }),
  won: (facts) => ({
    subject: `Won: ${facts.title}`,
    paragraphs: [
      `You or your agent won the auction of "${facts.title}" for ${own(facts)}.`,
      "The card of its bid is being charged. The money is held until you have the file and confirm it.",
    ],
  }),
  lost: (facts) => ({
    subject: `Not won: ${facts.title}`,
    paragraphs: [
      `The auction of "${facts.title}" has ended without you. What your bid kept of your key's budget is free again.`,
      "If a winner does not pay, you may be offered it. You are not bound to take it then.",
      "You can look for similar datasets, or post a data request in your account, which all sellers see.",
    ],
  }),
  charge_failed: (facts) => ({
    subject: `Won, but not paid yet: ${facts.title}`,
    paragraphs: [
      `You won "${facts.title}" for ${own(facts)}, but the card could not be charged.`,
      `Pay with another card by ${due(facts)}, on the page below, or let your agent do so. After that it goes to the next bidder.`,
    ],
  }),
  second_chance: (facts) => ({
    subject: `Offered to you: ${facts.title}`,
    paragraphs: [
      `Who won the auction of "${facts.title}" did not pay. It is yours for ${own(facts)}, if you want it, until ${due(facts)}.`,
      "Accept it on the page below, or let your agent do so. Nothing is charged before.",
    ],
  }),
  auction_sold: (facts) => ({
    subject: `Auction ended: ${facts.title}`,
    paragraphs: [
      `The auction of "${facts.title}" ended at ${price(facts)}.`,
      "The winners' cards are being charged; you get a mail for each sale that is paid.",
    ],
  }),
  auction_bought: (facts) => ({
    subject: `Sold at its price: ${facts.title}`,
    paragraphs: [
      `The auction of "${facts.title}" has ended. It was sold at the price for which it could be bought at once; no bidder has won.`,
      "You get a mail for each sale that is paid.",
    ],
  }),
  auction_not_sold: (facts) => ({
    subject: `Auction ended without a sale: ${facts.title}`,
    paragraphs: [
      `The auction of "${facts.title}" ended, and nothing was sold: there was no bid, or none met the reserve.`,
      "The listing is withdrawn. You or your agent can put the file on sale again with a new draft.",
    ],
  }),
  auction_unpaid: (facts) => ({
    subject: `Nobody paid: ${facts.title}`,
    paragraphs: [
      `No bidder of the auction of "${facts.title}" has paid in time, and nobody is left to be asked.`,
      "The listing is withdrawn. You or your agent can put the file on sale again with a new draft.",
    ],
  }),
};

/** The public page of an auction is gone once it is closed, but the account's stays. */
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

/** What leads to the page on which its reader pays. */
const payLabels: Partial<Record<AuctionNotice, string>> = {
  charge_failed: "Pay with another card",
  second_chance: "See the offer",
};

const price = ({ priceCents, currency }: AuctionMailFacts) => moneyText(priceCents, currency);
const own = (facts: AuctionMailFacts) =>
  moneyText(facts.award?.priceCents ?? facts.priceCents, facts.currency);
const due = ({ award }: AuctionMailFacts) =>
  award?.dueAt ? timeText(award.dueAt) : "it is too late";
