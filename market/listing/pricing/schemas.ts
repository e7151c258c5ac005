/** The wire shapes of a sale by auction: its terms, and how it stands. */
import { z } from "zod";
import { PRICE_CENTS_MAX } from "../../limits.ts";
import { instantSchema } from "../../text.ts";
import { AUCTION_LICENSES_MAX } from "../limits.ts";
import { auctionStates } from "./rules.ts";

const cents = z.int().min(1).max(PRICE_CENTS_MAX);

/** As a draft states it; `publish` checks times and prices against each other. */
export const auctionBody = z
  .strictObject({
    starts_at: instantSchema.nullable().default(null).meta({
      description: "When bids are taken. Left out: from the publication on.",
    }),
    ends_at: instantSchema.meta({
      description: "A bid within the last 2 minutes extends it, by 24 hours in all at most.",
    }),
    start_price_cents: cents.meta({ description: "What the first bid has to reach." }),
    reserve_price_cents: cents.nullable().default(null).meta({
      description: "Hidden: below it nothing is sold. Only whether it is met is public.",
    }),
    licenses: z.int().min(1).max(AUCTION_LICENSES_MAX).default(1).meta({
      description: "To how many bidders it is sold, all at one price. 1 is exclusive.",
    }),
  })
  .meta({ id: "AuctionBody" });

/** What everybody may know of an auction. */
export const auctionView = z
  .object({
    state: z.enum(auctionStates),
    current_price_cents: z.int().meta({ description: "What the leaders would pay now." }),
    next_minimum_bid_cents: z.int().meta({ description: "What a new bidder has to offer." }),
    currency: z.string(),
    bid_count: z.int(),
    reserve_met: z.boolean().meta({ description: "False: nothing would be sold now." }),
    licenses: z.int(),
    starts_at: instantSchema,
    ends_at: instantSchema.meta({ description: "A bid in the last 2 minutes moves it." }),
    hard_ends_at: instantSchema.meta({ description: "No bid moves the end beyond." }),
  })
  .meta({ id: "Auction" });

export type AuctionBody = z.infer<typeof auctionBody>;

export type AuctionView = z.infer<typeof auctionView>;
