/** The seller's share of a sale of the listing. Pure. */
import type { PricingType } from "../../db/vocabulary/listing.ts";
import { feeText, moneyText, sellerReceivesCents } from "../pricing.ts";

type Offer = {
  pricingType: PricingType;
  priceCents: number;
  auctionTerms: { start_price_cents: number; reserve_price_cents: number | null } | null;
};
type Marketplace = { feeBps: number; currency: string };

/** The amounts after the fee, and the same as text. */
export function sellerReceives(offer: Offer, { feeBps, currency }: Marketplace) {
  const receives = (cents: number) => sellerReceivesCents(cents, feeBps);
  const { pricingType, priceCents, auctionTerms } = offer;
  const hasPrice = pricingType !== "auction";
  const reserve = auctionTerms?.reserve_price_cents ?? null;
  const amounts: [cents: number | null, name: string][] =
    auctionTerms === null
      ? [[hasPrice ? priceCents : null, ""]]
      : [
          [auctionTerms.start_price_cents, "the start price of "],
          [reserve, "the reserve of "],
          [hasPrice ? priceCents : null, "the buy-it-now price of "],
        ];
  const said = amounts.flatMap(([cents, name]) => {
    if (cents === null || cents === 0) return [];
    return [`${moneyText(receives(cents), currency)} of ${name}${moneyText(cents, currency)}`];
  });
  const fee = feeBps === 0 ? "There is no fee." : `The fee is ${feeText(feeBps)} of each sale.`;
  return {
    fee_bps: feeBps,
    seller_receives_cents: hasPrice ? receives(priceCents) : null,
    start_price_receives_cents:
      auctionTerms === null ? null : receives(auctionTerms.start_price_cents),
    reserve_price_receives_cents: reserve === null ? null : receives(reserve),
    seller_receives:
      said.length === 0
        ? `It is free: you receive nothing. ${fee}`
        : `You receive ${joined(said)}. ${fee}`,
  };
}

/** "a", "a and b" or "a, b and c". */
function joined(parts: string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
