/** What both sides of the market mean by free and paid. Pure. */

export type Priced = { priceCents: number; pricingType: string };

/** Free: bought for nothing at once. A bid is never free, whatever its lowest price. */
export function isFree(listing: Priced): boolean {
  return listing.priceCents === 0 && listing.pricingType === "buy_it_now";
}
