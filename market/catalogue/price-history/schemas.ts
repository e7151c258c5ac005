/** The wire shapes of what a dataset has cost. */
import { z } from "zod";
import { CURSOR_CHARS_MAX } from "../../limits.ts";
import { idSchema, instantSchema, pageQuery, paginationSchema } from "../../text.ts";
import { LOWEST_PRICE_DAYS } from "../limits.ts";

const cents = z.int().min(0);

/** Of a dataset's detail. */
export const priceStandingView = z
  .object({
    since: instantSchema.meta({ description: "When the present price came into force." }),
    changes: z.int().min(0).meta({ description: "How often the price has changed." }),
    previous_price_cents: cents.nullable().meta({
      description: "The price before the present one; null: there was none.",
    }),
    lowest_price_cents: cents.meta({ description: "The lowest ever, the present one included." }),
    lowest_price_before_cents: cents.nullable().meta({
      description:
        `The lowest that was asked in the ${LOWEST_PRICE_DAYS} days before \`since\`: only below ` +
        "that a lower price is a reduction. Null: the price has never changed.",
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
    .meta({ description: "The `next_cursor` of the page before." }),
});

export const pricesView = z
  .object({
    dataset_id: idSchema,
    currency: z.string().length(3),
    items: z.array(
      z.object({
        price_cents: cents.meta({
          description: "The buy-it-now price. Of an auction, which has none: its start price.",
        }),
        from: instantSchema,
        until: instantSchema.nullable().meta({ description: "Null: it is the present price." }),
      }),
    ),
    pagination: paginationSchema,
  })
  .meta({ id: "PriceHistory" });

export type PriceStandingView = z.infer<typeof priceStandingView>;
export type PricesQuery = z.infer<typeof pricesQuery>;
export type PricesView = z.infer<typeof pricesView>;
