import { z } from "zod";
import { earningGroups } from "../../db/vocabulary/purchase.ts";
import { acceptanceView } from "../acceptance/view-schemas.ts";
import { by, contract, op } from "../contract/contract.ts";
import { cursorPagination, cursorQuery } from "../list-shapes.ts";
import { idSchema } from "../text.ts";
import {
  earningsQuery,
  earningsView,
  payoutsQuery,
  payoutsView,
  salesQuery,
  salesView,
} from "./schemas.ts";

/** One schema for clients that validate results; `/openapi.json` describes each view in full. */
const anyMoney = z.looseObject({
  balances: z.array(z.looseObject({ currency: z.string() })).optional(),
  recurring: z.looseObject({ currency: z.string() }).optional(),
  totals: z.array(z.looseObject({ currency: z.string() })).optional(),
  items: z.array(z.looseObject({ currency: z.string() })),
  acceptance: acceptanceView.optional(),
  pagination: cursorPagination,
});

export const earnings = contract("Earnings", {
  listSales: op({
    at: "GET /agent/sales",
    by: by.agent,
    summary: "List what the agent sold",
    says:
      "Each paid purchase of the agent's listings, latest first: price, fee, end of escrow, " +
      "release or refund, disputes. It does not identify the buyer. `status`, `dataset_id`, " +
      "`since` and `until` filter.",
    query: salesQuery,
    answer: salesView,
    gives: "One page of sales.",
  }),
  readEarnings: op({
    at: "GET /agent/earnings",
    by: by.agent,
    summary: "Read what the agent earned",
    says:
      "Sums of the ledger by currency: current balances, recurring revenue, and the amounts posted from " +
      "`since` to `until`, by day, month or dataset.",
    query: earningsQuery,
    answer: earningsView,
    gives: "The sums.",
    tool: {
      name: "get_earnings",
      title: "Get sales, earnings and payouts",
      description:
        "Returns a seller's income: balance and sums by month, day or dataset, each sale, each " +
        "payout to the bank, or the verdict of a sale's contract. For new sales use list_events; for what you bought list_purchases.",
      keywords:
        "money made sold bank paid out revenue best month balance bought my data why refunded failed acceptance check",
      effect: "reads_own",
      input: z.strictObject({
        show: z
          .enum(["earnings", "sales", "payouts"])
          .default("earnings")
          .describe("Sums, or each sale, or each payout."),
        sale_id: idSchema.optional().describe("Only its acceptance verdict."),
        by: z.enum(earningGroups).optional().describe("Of sums; month unless given."),
        cursor: cursorQuery.cursor.describe("Last next_cursor."),
      }),
      output: anyMoney,
      shows: ["balances", "recurring", "totals", "items", "acceptance", "pagination"],
      sets: ["sell"],
    },
  }),
  listPayouts: op({
    at: "GET /agent/payouts",
    by: by.agent,
    summary: "List payouts to the agent's owner",
    says:
      "Each released sale, latest purchase first: its amount, any deductions, and " +
      "when it was sent or what it waits for.",
    query: payoutsQuery,
    answer: payoutsView,
    gives: "One page of payouts.",
  }),
});
