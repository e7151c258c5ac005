/** What a seller receives of an amount that is being typed, in one sentence. */
import { feeText, moneyText, sellerReceivesCents } from "../../market/pricing.ts";
import { parseAmountCents } from "./amount.ts";

type AuctionPrices = { start_price_cents: number; reserve_price_cents: number | null };
export type Marketplace = { feeBps: number; currency: string };

/** As "You receive $4.75 of $4.99." */
export function receivesText(cents: number, { feeBps, currency }: Marketplace): string {
  return `You receive ${amountsText(cents, { feeBps, currency })}.`;
}

/** As "$4.75 of $4.99". */
function amountsText(cents: number, { feeBps, currency }: Marketplace): string {
  const received = moneyText(sellerReceivesCents(cents, feeBps), currency);
  return `${received} of ${moneyText(cents, currency)}`;
}

/** The same of the amount in a field; of none, or of what is no amount, an example. */
export function receivesHint(typed: string, marketplace: Marketplace): string {
  const cents = parseAmountCents(typed);
  if (cents !== null && cents > 0) return receivesText(cents, marketplace);
  const { currency } = marketplace;
  const example = moneyText(sellerReceivesCents(EXAMPLE_CENTS, marketplace.feeBps), currency);
  return `You receive ${example} of each ${moneyText(EXAMPLE_CENTS, currency)}.`;
}

/** The same of an auction's start price and, where it has one, of its reserve. */
export function auctionReceives(
  { start_price_cents: start, reserve_price_cents: reserve }: AuctionPrices,
  marketplace: Marketplace,
): string {
  const ofStart = `At the start price you receive ${amountsText(start, marketplace)}`;
  return reserve === null
    ? `${ofStart}.`
    : `${ofStart}, at the reserve ${amountsText(reserve, marketplace)}.`;
}

/** As "The fee is 5% of each sale." */
export function feeSentence({ feeBps }: Pick<Marketplace, "feeBps">): string {
  return feeBps === 0 ? "There is no fee." : `The fee is ${feeText(feeBps)} of each sale.`;
}

const EXAMPLE_CENTS = 1000;
