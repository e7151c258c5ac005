import { z } from "zod";
import { PRICE_CENTS_MAX } from "../../limits.ts";
import { instantSchema } from "../../text.ts";
import { AUCTION_LICENSES_MAX } from "../limits.ts";
import { auctionStates } from "./rules.ts";

const cents = z.int().min(1).max(PRICE_CENTS_MAX);

/** A draft's auction terms; `publish` checks times and prices against each other. */
export const auctionBody = z
  .strictObject({
    starts_at: instantSchema.nullable().default(null).meta({
      description: "When bidding opens. Omitted: at publication.",
    }),
    ends_at: instantSchema.meta({
      description: "A bid in the last 2 minutes extends it, by at most 24 hours in total.",
    }),
    start_price_cents: cents.meta({ description: "The minimum of the first bid." }),
    reserve_price_cents: cents.nullable().default(null).meta({
      description: "Hidden: nothing is sold below it. Only whether it is met is public.",
    }),
    licenses: z.int().min(1).max(AUCTION_LICENSES_MAX).default(1).meta({
      description: "How many bidders can win, all at one price. 1 is exclusive.",
    }),
  })
  .meta({ id: "AuctionBody" });

/** The public facts of an auction. */
export const auctionView = z
  .object({
    state: z.enum(auctionStates),
    current_price_cents: z.int().meta({ description: "The price that the leaders would pay now." }),
    next_minimum_bid_cents: z.int().meta({ description: "The minimum for a new bidder." }),
    currency: z.string(),
    bid_count: z.int(),
    reserve_met: z.boolean().meta({ description: "False: nothing would be sold now." }),
    licenses: z.int(),
    starts_at: instantSchema,
    ends_at: instantSchema.meta({ description: "A bid in the last 2 minutes extends it." }),
    hard_ends_at: instantSchema.meta({ description: "No bid extends the auction beyond it." }),
  })
  .meta({ id: "Auction" });

export type AuctionBody = z.infer<typeof auctionBody>;

export type AuctionView = z.infer<typeof auctionView>;
