/** The wire shapes of sales, earnings and payouts. */
import { z } from "zod";
import { earningGroups } from "../../db/vocabulary/purchase.ts";
import { cursorPagination, cursorQuery } from "../list-shapes.ts";
import { purchaseView } from "../purchase/schemas.ts";
import { daySchema, idSchema, instantSchema } from "../text.ts";
import { payoutStatuses, payoutWaits } from "./rules.ts";

const soldStates = ["in_escrow", "disputed", "released", "refunded"] as const;

const between = {
  since: instantSchema.optional().meta({
    description: "What was paid for then or later.",
    example: "2026-11-01T00:00:00Z",
  }),
  until: instantSchema.optional().meta({
    description: "What was paid for before then.",
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
    description: "`waiting`: not transferred, whatever it waits for. `sent`: transferred.",
  }),
  ...between,
  ...cursorQuery,
});

const day = daySchema.meta({ description: "A day of UTC.", example: "2026-11-01" });

export const earningsQuery = z.strictObject({
  by: z.enum(earningGroups).default("month").meta({
    description: "What `items` are: days, months or datasets, the latest first.",
  }),
  since: day.optional().meta({ description: "Only what was moved on this day (UTC) or later." }),
  until: day.optional().meta({ description: "Only what was moved before this day (UTC)." }),
  ...cursorQuery,
});

const { dispute, release_cause, refund_cause, chargeback } = purchaseView.shape;
const cents = (description: string) => z.int().meta({ description });

const saleFields = {
  id: idSchema.meta({ description: "Of the purchase; events name it `purchase_id`." }),
  dataset_id: idSchema,
  dataset_title: z.string().meta({ description: "As it was when it was sold." }),
  dataset_version: z.int(),
  agent_id: idSchema,
  price_cents: cents("What the buyer paid."),
  fee_cents: cents("What the marketplace keeps of it."),
  currency: z.string(),
};

export const saleView = z
  .object({
    ...saleFields,
    status: z.enum(soldStates),
    net_cents: cents("What it brings you if it stays sold: the price less the fee."),
    payable_cents: cents("Of it, released and not paid out yet, by the ledger."),
    paid_out_cents: cents("Of it, paid out and not taken back, by the ledger."),
    sold_at: instantSchema,
    release_due_at: instantSchema.nullable().meta({
      description: "Until when the money is held; then it is released by itself.",
    }),
    released_at: instantSchema.nullable(),
    release_cause,
    refunded_at: instantSchema.nullable(),
    refund_cause,
    dispute,
    chargeback,
    transferred_at: instantSchema.nullable().meta({ description: "When it was paid out." }),
    links: z.record(z.string(), z.url()),
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
      "What is sent or waits: `price_cents` - `fee_cents` - `set_off_cents` - `kept_cents`.",
    ),
    set_off_cents: cents("Of it, what earlier lost chargebacks had left to pay back."),
    kept_cents: cents("Of it, what was kept for a lost chargeback before it was sent."),
    reversed_cents: cents("What was taken back of what had been sent."),
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
  sold_cents: cents("What buyers paid."),
  refunded_cents: cents("What went back to buyers before it was released."),
  fee_cents: cents("The marketplace's part of what was released."),
  fee_returned_cents: cents("Fees that were given up for lost chargebacks."),
  released_cents: cents("Your part of what was released."),
  paid_out_cents: cents("What was sent to you."),
  reversed_cents: cents("What was taken back of it, for lost chargebacks."),
  kept_cents: cents("What was kept for lost chargebacks before it was sent."),
  set_off_cents: cents("What of later sales paid for lost chargebacks."),
};

export const earningsView = z
  .object({
    balances: z
      .array(
        z.object({
          currency: z.string(),
          held_cents: cents("In escrow, disputed or not: sold, less refunded, fees and released."),
          disputed_cents: cents("Of it, what open disputes hold."),
          payable_cents: cents("Released and not sent yet: released, less sent, kept and set off."),
          paid_out_cents: cents("Sent, less what was taken back."),
          owed_back_cents: cents("What lost chargebacks left you to pay back."),
        }),
      )
      .meta({ description: "As it is now, of all time; one a currency." }),
    totals: z.array(z.object(flows)).meta({
      description: "All that was moved from `since` to `until`; one a currency.",
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
      .meta({ description: "One a group and currency; they add up to `totals`." }),
    pagination: cursorPagination,
  })
  .meta({
    id: "Earnings",
    description:
      "Sums of the ledger, to the cent: each amount counts on the day on which it was moved.",
  });

export type SalesQuery = z.infer<typeof salesQuery>;
export type PayoutsQuery = z.infer<typeof payoutsQuery>;
export type EarningsQuery = z.infer<typeof earningsQuery>;
export type SaleView = z.infer<typeof saleView>;
export type SalesView = z.infer<typeof salesView>;
export type PayoutView = z.infer<typeof payoutView>;
export type PayoutsView = z.infer<typeof payoutsView>;
export type EarningsView = z.infer<typeof earningsView>;
