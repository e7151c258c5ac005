import { z } from "zod";
import { CURSOR_CHARS_MAX } from "../../limits.ts";
import { idSchema, instantSchema, pageQuery, paginationSchema } from "../../text.ts";
import { LOWEST_PRICE_DAYS } from "../limits.ts";

const cents = z.int().min(0);

/** Part of a dataset's detail. */
export const priceStandingView = z
  .object({
    since: instantSchema.meta({ description: "When the current price took effect." }),
    changes: z.int().min(0).meta({ description: "How often the price has changed." }),
    previous_price_cents: cents.nullable().meta({
      description: "The price before the current one; null if there was none.",
    }),
    lowest_price_cents: cents.meta({
      description: "The lowest price ever, including the current one.",
    }),
    lowest_price_before_cents: cents.nullable().meta({
      description:
        `The lowest price in the ${LOWEST_PRICE_DAYS} days before \`since\`: the current price is a ` +
        "reduction only if it is lower. Null: the price has never changed.",
    }),
  })
  .meta({ id: "PriceStanding" });

export const pricesQuery = z.strictObject({
  limit: pageQuery.limit,
  cursor: z
    .string()
    .min(1)
    .max(CURSOR_CHARS_MAX)
    .optional()
    .meta({ description: "The previous page's `next_cursor`." }),
});

export const pricesView = z
  .object({
    dataset_id: idSchema,
    currency: z.string().length(3),
    items: z.array(
      z.object({
        price_cents: cents.meta({
          description: "The buy-it-now price; for an auction, its start price.",
        }),
        from: instantSchema,
        until: instantSchema.nullable().meta({ description: "Null: it is the current price." }),
      }),
    ),
    pagination: paginationSchema,
  })
  .meta({ id: "PriceHistory" });

export type PriceStandingView = z.infer<typeof priceStandingView>;
export type PricesQuery = z.infer<typeof pricesQuery>;
export type PricesView = z.infer<typeof pricesView>;
