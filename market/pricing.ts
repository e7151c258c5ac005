/** Defines free and paid, decides prices, and formats amounts. Pure. */
import { PAID_PRICE_CENTS_MIN } from "./limits.ts";

export type Priced = { priceCents: number; pricingType: string };

/** Free: bought at once without payment. An auction is never free, even from a price of zero. */
export function isFree(listing: Priced): boolean {
  return listing.priceCents === 0 && listing.pricingType === "buy_it_now";
}

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** 125000 cents in `usd` are `$1,250.00`. Cents are hundredths in every currency. */
export function moneyText(cents: number, currency: string): string {
  const format = moneyFormats.get(currency) ?? moneyFormatOf(currency);
  moneyFormats.set(currency, format);
  return format.format(cents / 100);
}

function moneyFormatOf(currency: string): Intl.NumberFormat {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat("en", { style: "currency", currency, ...digits });
}

/** A price for people and models; zero is `free`. */
export function priceText(cents: number, currency: string): string {
  return cents === 0 ? "free" : moneyText(cents, currency);
}

/** An amount for programs: `12.50`. */
export function majorUnits(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** What lowers a buyer's price below the listing's. */
export type PriceReductions = {
  /** The price of a private offer, which the listing's may undercut. */
  agreedCents: number | null;
  coupon: { percentOff: number | null; amountOffCents: number | null } | null;
};

/** The price for one buyer. A coupon never takes it below the smallest card charge. */
export function priceForBuyer(
  listPriceCents: number,
  { agreedCents, coupon }: PriceReductions,
): number {
  const price = Math.min(listPriceCents, agreedCents ?? listPriceCents);
  if (coupon === null) return price;
  const off = coupon.amountOffCents ?? Math.floor((price * (coupon.percentOff ?? 0)) / 100);
  return Math.min(price, Math.max(PAID_PRICE_CENTS_MIN, price - off));
}

/** The reason why a listing without a SHA-256 is not sold. */
export const noHashWords =
  "Its file has no SHA-256, so its delivery could not be checked. The seller has to upload it again.";

/** The platform's share of a price in cents, rounded down; one basis point is 1/10,000. */
export function platformFeeCents(priceCents: number, feeBps: number): number {
  return Math.floor((priceCents * feeBps) / 10_000);
}

/** The seller's share of a price, in cents. */
export function sellerReceivesCents(priceCents: number, feeBps: number): number {
  return priceCents - platformFeeCents(priceCents, feeBps);
}

/** The fee for people and models: 500 basis points are `5%`. */
export function feeText(feeBps: number): string {
  return `${feeBps / 100}%`;
}
