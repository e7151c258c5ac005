/** Sentences about the seller's share of an amount. */
import { feeText, moneyText, sellerReceivesCents } from "../../market/pricing.ts";
import { parseAmountCents } from "./amount.ts";

type AuctionPrices = { start_price_cents: number; reserve_price_cents: number | null };
export type Marketplace = { feeBps: number; currency: string };

/** For example "You receive $4.75 of $4.99." */
export function receivesText(cents: number, { feeBps, currency }: Marketplace): string {
  return `You receive ${amountsText(cents, { feeBps, currency })}.`;
}

/** For example "$4.75 of $4.99". */
export function amountsText(cents: number, { feeBps, currency }: Marketplace): string {
  const received = moneyText(sellerReceivesCents(cents, feeBps), currency);
  return `${received} of ${moneyText(cents, currency)}`;
}

/** The sentence for the amount in a field; for an empty or invalid amount, an example. */
export function receivesHint(typed: string, marketplace: Marketplace): string {
  const cents = parseAmountCents(typed);
  if (cents !== null && cents > 0) return receivesText(cents, marketplace);
  const { currency } = marketplace;
  const example = moneyText(sellerReceivesCents(EXAMPLE_CENTS, marketplace.feeBps), currency);
  return `You receive ${example} of each ${moneyText(EXAMPLE_CENTS, currency)}.`;
}

/** The sentence for an auction's start price and its reserve, if it has one. */
export function auctionReceives(
  { start_price_cents: start, reserve_price_cents: reserve }: AuctionPrices,
  marketplace: Marketplace,
): string {
  const ofStart = `At the start price you receive ${amountsText(start, marketplace)}`;
  return reserve === null
    ? `${ofStart}.`
    : `${ofStart}, at the reserve ${amountsText(reserve, marketplace)}.`;
}

/** For example "The fee is 5% of each sale." */
export function feeSentence({ feeBps }: Pick<Marketplace, "feeBps">): string {
  return feeBps === 0 ? "There is no fee." : `The fee is ${feeText(feeBps)} of each sale.`;
}

const EXAMPLE_CENTS = 1000;
