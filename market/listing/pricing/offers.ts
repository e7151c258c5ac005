/** The current prices of a listing, used by every list, tool, page, feed and filter. Pure. */
import { z } from "zod";
import { PAID_PRICE_CENTS_MIN, PRICE_CENTS_MAX } from "../../limits.ts";
import { isFree, moneyText, type Priced } from "../../pricing.ts";
import type { AuctionView } from "./schemas.ts";

const cents = z.int().min(0).nullable();

export const offersView = z
  .object({
    is_free: z.boolean(),
    pay_now_cents: cents.meta({
      description:
        "What you would pay now: 0 if it is free, the buy-it-now price, or the minimum of the next " +
        "bid. Filters and sorting by price use it. Null: not on sale.",
    }),
    buy_now_cents: cents.meta({ description: "Null: it has no buy-it-now price now." }),
    next_bid_cents: cents.meta({
      description: "The minimum of the next bid; null: it takes no bids.",
    }),
    text: z.string().meta({
      description: "The same in words.",
      example: "$100.00 to buy now, $54.00 for the next bid",
    }),
  })
  .meta({ id: "Offers" });

export type Offers = z.infer<typeof offersView>;

type AuctionFacts = Pick<AuctionView, "state" | "reserve_met" | "next_minimum_bid_cents">;

type OfferFormat = { money: (cents: number) => string; free: string };

/** Offers to anybody but the seller. `auction` is the listing's auction, if it has one. */
export function currentOffers(
  listing: Priced,
  auction: AuctionFacts | null,
  currency: string,
): Offers {
  const buyNow = isBuyable(listing, auction) ? listing.priceCents : null;
  const nextBid =
    auction === null || auction.state === "ended" ? null : auction.next_minimum_bid_cents;
  const offers = {
    is_free: isFree(listing),
    pay_now_cents: isFree(listing) ? 0 : (buyNow ?? nextBid),
    buy_now_cents: buyNow,
    next_bid_cents: nextBid,
  };
  const money = (amount: number) => moneyText(amount, currency);
  return { ...offers, text: offersText(offers, { money, free: "free" }) };
}

/** The offers of a listing that is off sale. */
export const noOffers: Offers = {
  is_free: false,
  pay_now_cents: null,
  buy_now_cents: null,
  next_bid_cents: null,
  text: "not on sale",
};

/** The offers as text; `money` and `free` are the words of the edge. */
export function offersText(offers: Omit<Offers, "text">, { money, free }: OfferFormat): string {
  const { is_free: isFreeNow, buy_now_cents: buyNow, next_bid_cents: nextBid } = offers;
  if (isFreeNow) return free;
  if (nextBid === null) return buyNow === null ? noOffers.text : money(buyNow);
  const bid = `${money(nextBid)} for the next bid`;
  return buyNow === null ? bid : `${money(buyNow)} to buy now, ${bid}`;
}

/** Whether it can be bought directly. A hybrid can until a bid meets the reserve, or its auction ends. */
export function isBuyable(
  listing: Priced,
  auction: Pick<AuctionView, "state" | "reserve_met"> | null = null,
): boolean {
  if (auction !== null && (auction.state === "ended" || auction.reserve_met)) return false;
  if (isFree(listing) || listing.pricingType === "auction") return false;
  return listing.priceCents >= PAID_PRICE_CENTS_MIN;
}

type Stated = { priceCents: number; statedPriceCents: number | null };

/** The seller's own price or the auction's start price, regardless of bids. */
export function statedPriceCents({ priceCents, statedPriceCents: stated }: Stated): number {
  return stated ?? priceCents;
}

/** The listing's price for searches, with its auction in this state. */
export function priceAmongBids(
  listing: Priced & Stated,
  auction: { reserveMet: boolean; nextMinimumCents: number },
): Stated {
  const stated = statedPriceCents(listing);
  const open = { state: "open", reserve_met: auction.reserveMet } as const;
  if (isBuyable({ ...listing, priceCents: stated }, open)) {
    return { priceCents: stated, statedPriceCents: null };
  }
  return {
    priceCents: Math.min(auction.nextMinimumCents, PRICE_CENTS_MAX),
    statedPriceCents: stated,
  };
}
