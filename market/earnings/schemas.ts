import { z } from "zod";
import { earningGroups } from "../../db/vocabulary/purchase.ts";
import { cursorPagination, cursorQuery } from "../list-shapes.ts";
import { purchaseView } from "../purchase/schemas.ts";
import { daySchema, idSchema, instantSchema, linksSchema } from "../text.ts";
import { payoutStatuses, payoutWaits } from "./rules.ts";

const soldStates = ["in_escrow", "disputed", "released", "refunded"] as const;

const between = {
  since: instantSchema.optional().meta({
    description: "Only sales paid at or after this time.",
    example: "2026-11-01T00:00:00Z",
  }),
  until: instantSchema.optional().meta({
    description: "Only sales paid before this time.",
    example: "2026-12-01T00:00:00Z",
  }),
};

export const salesQuery = z.strictObject({
  status: z.enum(soldStates).optional(),
  dataset_id: idSchema.optional(),
  ...between,
  ...cursorQuery,
});

export const payoutsQuery = z.strictObject({
  status: z.enum(["waiting", "sent"]).optional().meta({
    description: "`waiting`: not transferred, for whatever reason. `sent`: transferred.",
  }),
  ...between,
  ...cursorQuery,
});

const day = daySchema.meta({ description: "A day of UTC.", example: "2026-11-01" });

export const earningsQuery = z.strictObject({
  by: z.enum(earningGroups).default("month").meta({
    description: "What `items` are: days, months or datasets, latest first.",
  }),
  since: day.optional().meta({ description: "Only postings on or after this day (UTC)." }),
  until: day.optional().meta({ description: "Only postings before this day (UTC)." }),
  ...cursorQuery,
});

const { dispute, release_cause, refund_cause, chargeback } = purchaseView.shape;
const cents = (description: string) => z.int().meta({ description });

const saleFields = {
  id: idSchema.meta({ description: "The purchase's id; events call it `purchase_id`." }),
  dataset_id: idSchema,
  dataset_title: z.string().meta({ description: "As of the sale." }),
  dataset_version: z.int(),
  agent_id: idSchema,
  price_cents: cents("The amount that the buyer paid."),
  fee_cents: cents("The marketplace's fee."),
  currency: z.string(),
};

export const saleView = z
  .object({
    ...saleFields,
    status: z.enum(soldStates),
    net_cents: cents("Your share unless it is refunded: the price less the fee."),
    payable_cents: cents("The part released but not paid out yet, by the ledger."),
    paid_out_cents: cents("The part paid out and not taken back, by the ledger."),
    sold_at: instantSchema,
    release_due_at: instantSchema.nullable().meta({
      description: "The end of escrow, when the money is released automatically.",
    }),
    released_at: instantSchema.nullable(),
    release_cause,
    refunded_at: instantSchema.nullable(),
    refund_cause,
    dispute,
    chargeback,
    transferred_at: instantSchema.nullable().meta({ description: "When it was paid out." }),
    links: linksSchema,
  })
  .meta({ id: "Sale" });

export const salesView = z
  .object({ items: z.array(saleView), pagination: cursorPagination })
  .meta({ id: "SalePage" });

const payoutView = z
  .object({
    ...saleFields,
    status: z.enum(payoutStatuses).meta({
      description:
        "`waiting`: `waits_for` says why. `sent`: transferred. `partly_reversed` and `reversed`: taken " +
        "back after a lost chargeback. `none`: nothing was left to send.",
    }),
    amount_cents: cents(
      "The amount sent or waiting: `price_cents` - `fee_cents` - `set_off_cents` - `kept_cents`.",
    ),
    set_off_cents: cents("The part deducted for earlier lost chargebacks."),
    kept_cents: cents("The part withheld for a lost chargeback before it was sent."),
    reversed_cents: cents("The part of a sent amount that was taken back."),
    waits_for: z
      .object({ code: z.enum(payoutWaits), detail: z.string() })
      .nullable()
      .meta({ description: "Why it was not sent yet." }),
    released_at: instantSchema,
    sent_at: instantSchema.nullable(),
    transfer_id: z.string().nullable().meta({ description: "The payment provider's." }),
  })
  .meta({ id: "Payout" });

export const payoutsView = z
  .object({ items: z.array(payoutView), pagination: cursorPagination })
  .meta({ id: "PayoutPage" });

const flows = {
  currency: z.string(),
  sold_cents: cents("The amount that buyers paid."),
  refunded_cents: cents("Refunded to buyers before release."),
  fee_cents: cents("The marketplace's fees on released sales."),
  fee_returned_cents: cents("Fees waived for lost chargebacks."),
  released_cents: cents("Your share of released sales."),
  paid_out_cents: cents("Paid out to you."),
  reversed_cents: cents("Taken back from payouts for lost chargebacks."),
  kept_cents: cents("Withheld for lost chargebacks before payout."),
  set_off_cents: cents("Deducted from later sales for lost chargebacks."),
};

export const earningsView = z
  .object({
    balances: z
      .array(
        z.object({
          currency: z.string(),
          held_cents: cents("In escrow, disputed or not: sold, less refunded, fees and released."),
          disputed_cents: cents("The part held by open disputes."),
          payable_cents: cents(
            "Released and not sent yet: released, less sent, withheld and deducted.",
          ),
          paid_out_cents: cents("Sent, less what was taken back."),
          owed_back_cents: cents("Your debt from lost chargebacks."),
        }),
      )
      .meta({ description: "Current balances, one for each currency." }),
    recurring: z
      .object({
        currency: z.string(),
        subscribers: z.int(),
        past_due: z.int(),
        monthly_cents: cents("Before the fee; a year counts as twelve months."),
      })
      .meta({ description: "Current subscriptions." }),
    totals: z.array(z.object(flows)).meta({
      description: "All postings from `since` to `until`, one entry for each currency.",
    }),
    items: z
      .array(
        z.object({
          period: z.string().nullable().meta({
            description: "The day or month (UTC); null by dataset.",
            example: "2026-11",
          }),
          dataset: z
            .object({ id: idSchema, title: z.string() })
            .nullable()
            .meta({ description: "Null by day or month." }),
          ...flows,
        }),
      )
      .meta({ description: "One entry for each group and currency; they add up to `totals`." }),
    pagination: cursorPagination,
  })
  .meta({
    id: "Earnings",
    description: "Sums of the ledger, to the cent: each amount counts on the day of its posting.",
  });

export type SalesQuery = z.infer<typeof salesQuery>;
export type PayoutsQuery = z.infer<typeof payoutsQuery>;
export type EarningsQuery = z.infer<typeof earningsQuery>;
export type SaleView = z.infer<typeof saleView>;
export type SalesView = z.infer<typeof salesView>;
export type PayoutView = z.infer<typeof payoutView>;
export type PayoutsView = z.infer<typeof payoutsView>;
export type EarningsView = z.infer<typeof earningsView>;
