import { z } from "zod";
import { retractionReasons } from "../../db/vocabulary/auction.ts";
import { acceptanceChoice, acceptanceTerms } from "../acceptance/schemas.ts";
import { allowDuplicate } from "../held-file/schemas.ts";
import { PRICE_CENTS_MAX } from "../limits.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import { auctionView } from "../listing/pricing/schemas.ts";
import { idSchema, instantSchema, linksSchema, paginationSchema } from "../text.ts";
import { BID_UNCONFIRMED_TIMES_MAX } from "./limits.ts";

const cents = z.int().min(1).max(PRICE_CENTS_MAX);

export const majorUnits = z
  .number()
  .min(0.01)
  .max(PRICE_CENTS_MAX / 100)
  .refine((amount) => /^\d+(\.\d{1,2})?$/.test(String(amount)), "has more than two decimals");

export const bidBody = z
  .strictObject({
    max_amount: majorUnits.optional().meta({
      description:
        "The most that you would pay, in major units, such as 99.5; nobody else sees it.",
      example: 99.5,
    }),
    max_amount_cents: cents.optional().meta({ description: "The same in cents." }),
    confirm_max_amount_cents: cents.optional().meta({
      description:
        `The maximum again, in whole cents: required above ${BID_UNCONFIRMED_TIMES_MAX} times the next ` +
        "minimum, so that a mistyped amount does not bind (`bid_not_confirmed`).",
    }),
    allow_duplicate: allowDuplicate,
    acceptance: acceptanceChoice
      .nullable()
      .optional()
      .meta({
        description:
          "Checked after you have won and paid; if it fails, you are refunded and the next bidder gets an offer. " +
          "Omitted: your earlier bid's contract stays; null removes it.",
      }),
  })
  .superRefine((body, issues) => {
    const given = [body.max_amount, body.max_amount_cents].filter((value) => value !== undefined);
    if (given.length === 1) return;
    const message = "give max_amount or max_amount_cents";
    issues.addIssue({ code: "custom", path: ["max_amount"], message });
  })
  .meta({ id: "BidBody" });

export const retractQuery = z.strictObject({
  reason: z.enum(retractionReasons).meta({
    description:
      "`amount_mistyped`: your latest bid, within an hour, not in the auction's last 12 hours, and " +
      "only a raise of your own maximum while you lead and the reserve is met, as long as nobody has " +
      "bid since. " +
      "`seller_suspended`: while the dataset is suspended.",
  }),
});

export const bidParams = z.strictObject({ id: idSchema, bid_id: idSchema });

const positionView = z
  .object({
    bid_id: idSchema.meta({ description: "Your latest standing bid." }),
    is_leading: z.boolean().meta({
      description: "You are among the best bidders: if `reserve_met`, you would win now.",
    }),
    max_amount_cents: z.int().meta({ description: "Your maximum; only you see it." }),
    minimum_bid_cents: z.int().meta({ description: "The minimum for your next bid." }),
    api_key_id: idSchema.meta({ description: "The key whose budget reserves the maximum." }),
  })
  .meta({ id: "BidPosition" });

export const bidView = z
  .object({
    id: idSchema,
    dataset_id: idSchema,
    max_amount_cents: z.int(),
    placed_at: instantSchema,
    retracted_at: instantSchema.nullable(),
    is_leading: z.boolean(),
    minimum_bid_cents: z.int().meta({ description: "The minimum for your next bid." }),
    acceptance: acceptanceTerms.nullable(),
    auction: auctionView,
    links: linksSchema,
  })
  .meta({ id: "Bid" });

export const bidsQuery = z.strictObject(walkQuery).superRefine(cursorOrOffset);

const bidEntry = z.object({
  id: idSchema,
  bidder: z.string().meta({
    description: "The same bidder has the same name throughout this auction, and only there.",
    example: "bidder 3",
  }),
  price_cents: z.int().meta({ description: "The price after this bid." }),
  placed_at: instantSchema,
  retracted_at: instantSchema.nullable().meta({
    description: "Always null: retracted bids are not listed.",
  }),
  is_yours: z.boolean(),
});

export const bidsView = z
  .object({
    items: z.array(bidEntry).meta({ description: "Latest first." }),
    pagination: paginationSchema,
    auction: auctionView,
    your_position: positionView.nullable().meta({
      description:
        "With an API key that has the scope `read`, `bid` or `purchase`; null for accounts that have not bid.",
    }),
  })
  .meta({ id: "BidPage" });

export const incrementsView = z
  .object({
    currency: z.string(),
    soft_close_seconds: z
      .int()
      .meta({ description: "A bid in the last seconds extends the end by this much." }),
    hard_end_hours: z.int().meta({ description: "How far the end can move in total." }),
    increments: z.array(
      z.object({
        from_cents: z.int().meta({ description: "From this price on." }),
        increment_cents: z.int(),
      }),
    ),
  })
  .meta({ id: "Increments" });

export type BidBody = z.infer<typeof bidBody>;
export type RetractQuery = z.infer<typeof retractQuery>;
export type BidView = z.infer<typeof bidView>;
export type BidsQuery = z.infer<typeof bidsQuery>;
export type BidsView = z.infer<typeof bidsView>;
export type IncrementsView = z.infer<typeof incrementsView>;
