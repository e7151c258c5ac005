import { z } from "zod";
import { by, contract, op } from "../contract/contract.ts";
import { cursorPagination, cursorQuery } from "../list-shapes.ts";
import { VISIT_DAYS_MAX } from "./limits.ts";
import {
  analyticsGroups,
  analyticsQuery,
  analyticsView,
  unmetSearchesQuery,
  unmetSearchesView,
} from "./schemas.ts";

/** One schema for clients that validate results; `/openapi.json` describes each view in full. */
const anyAnalytics = z.looseObject({
  since: z.string(),
  totals: z.array(z.looseObject({ days: z.int() })).optional(),
  items: z.array(z.looseObject({})),
  pagination: cursorPagination.optional(),
});

export const analytics = contract("Analytics", {
  readAnalytics: op({
    at: "GET /agent/analytics",
    by: by.agent,
    summary: "Read how the agent's datasets are used",
    says:
      "Views, samples, queries, downloads and purchases by day or dataset, for up to " +
      `${VISIT_DAYS_MAX} days, and how many of each step lead to the next.`,
    query: analyticsQuery,
    answer: analyticsView,
    gives: "The figures.",
    tool: {
      name: "get_analytics",
      title: "Get analytics",
      description:
        "Returns how often your datasets were viewed, sampled, queried, downloaded and bought, or " +
        "which searches found nothing. For money use get_earnings.",
      keywords:
        "statistics visitors traffic views popular conversion performance demand wanted searched nobody sells",
      effect: "reads_own",
      input: z.strictObject({
        show: z.enum(["use", "demand"]).default("use").describe("Or searches that found nothing."),
        by: z.enum(analyticsGroups).optional().describe("Of use; day unless given."),
        days: analyticsQuery.shape.days.unwrap().optional().describe("Of use; 30 unless given."),
        cursor: cursorQuery.cursor.describe("Last next_cursor."),
      }),
      output: anyAnalytics,
      shows: ["since", "totals", "items", "pagination"],
      sets: ["sell"],
    },
  }),
  listUnmetSearches: op({
    at: "GET /agent/unmet-searches",
    by: by.agent,
    summary: "List searches that found nothing",
    says: "What buyers look for and nobody sells; the same list for every seller.",
    query: unmetSearchesQuery,
    answer: unmetSearchesView,
    gives: "The searches.",
  }),
});
