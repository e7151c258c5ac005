import { z } from "zod";
import { planIntervals } from "../../../db/vocabulary/listing.ts";
import { PAID_PRICE_CENTS_MIN, PRICE_CENTS_MAX, PRICE_NOTICE_DAYS } from "../../limits.ts";
import { instantSchema } from "../../text.ts";
import { AUCTION_LICENSES_MAX, TRIAL_DAYS_MAX, TRIAL_ROWS_MAX, TRIAL_ROWS_MIN } from "../limits.ts";
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

export const planView = z
  .strictObject({
    interval: z.enum(planIntervals),
    price_cents: z.int().min(PAID_PRICE_CENTS_MIN).max(PRICE_CENTS_MAX),
    trial_days: z.int().min(0).max(TRIAL_DAYS_MAX).default(0).meta({
      description: "Cancelling in these refunds.",
    }),
  })
  .meta({ id: "Plan" });

/** At most one plan for each interval. */
export const plansBody = z
  .array(planView)
  .max(planIntervals.length)
  .refine(
    (plans) => new Set(plans.map(({ interval }) => interval)).size === plans.length,
    "has an interval twice",
  )
  .meta({
    description:
      "Subscriptions on offer: a period's payment buys the current version and every version " +
      "published in the period, and is refunded if there is none. Replaces all: a plan that is " +
      "left out ends with its subscribers' periods. Subscribers keep an earlier price for " +
      `${PRICE_NOTICE_DAYS} days of notice. Only with a fixed price.`,
  });

/** What a trial costs, and how many rows it has. */
export const trialTerms = z
  .strictObject({
    rows: z.int().min(TRIAL_ROWS_MIN).max(TRIAL_ROWS_MAX).meta({
      description: "At most half of the file's.",
    }),
    price_cents: z
      .int()
      .min(PAID_PRICE_CENTS_MIN)
      .max(PRICE_CENTS_MAX)
      .meta({
        description: `At least ${PAID_PRICE_CENTS_MIN} below the price.`,
      }),
  })
  .meta({
    id: "Trial",
    description:
      "Some rows, drawn evenly from every version, for a small price that counts towards the full one. " +
      "Only with a fixed price, and for a file of one table.",
  });

/** The public facts of an auction. */
export const auctionView = z
  .object({
    state: z.enum(auctionStates),
    current_price_cents: z
      .int()
      .min(0)
      .meta({ description: "The price that the leaders would pay now." }),
    next_minimum_bid_cents: z.int().min(0).meta({ description: "The minimum for a new bidder." }),
    currency: z.string(),
    bid_count: z.int().min(0),
    reserve_met: z.boolean().meta({ description: "False: nothing would be sold now." }),
    licenses: z.int(),
    starts_at: instantSchema,
    ends_at: instantSchema.meta({ description: "A bid in the last 2 minutes extends it." }),
    hard_ends_at: instantSchema.meta({ description: "No bid extends the auction beyond it." }),
  })
  .meta({ id: "Auction" });

export type Trial = z.infer<typeof trialTerms>;
export type Plan = z.infer<typeof planView>;
export type AuctionBody = z.infer<typeof auctionBody>;

export type AuctionView = z.infer<typeof auctionView>;
