import { z } from "zod";
import { cursorPagination, cursorQuery } from "../list-shapes.ts";
import { daySchema, idSchema } from "../text.ts";
import {
  UNMET_SEARCH_CALLERS_MIN,
  UNMET_SEARCH_DAYS_MAX,
  UNMET_SEARCHES_SHOWN_MAX,
  VISIT_DAYS_MAX,
} from "./limits.ts";

/** The periods of totals. */
export const analyticsPeriods = [7, 30, VISIT_DAYS_MAX] as const;
export const analyticsGroups = ["day", "dataset"] as const;

export const analyticsQuery = z.strictObject({
  by: z.enum(analyticsGroups).default("day").meta({
    description: "What `items` are: days, latest first, or published datasets, newest first.",
  }),
  days: z.coerce.number().int().min(1).max(VISIT_DAYS_MAX).default(30).meta({
    description: "How many days (UTC) `items` cover, today included.",
  }),
  dataset_id: idSchema.optional().meta({ description: "Only this dataset." }),
  ...cursorQuery,
});

export const unmetSearchesQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(UNMET_SEARCHES_SHOWN_MAX).default(20),
});

const times = (description: string) => z.int().min(0).meta({ description });
const share = (description: string) => z.number().min(0).nullable().meta({ description });

const figures = {
  views: times("`page_views` + `api_reads`."),
  page_views: times(
    "The dataset's page was opened in a browser; going on to its other tabs, known bots and prefetching are not counted.",
  ),
  api_reads: times("A program read `GET /datasets/{id}`, by API or tool."),
  samples: times("The sample or the profile was read, by API, by tool or on the site."),
  queries: times("The rows were queried, with or without SQL."),
  downloads: times("An address of the file was given out, for free or for a purchase."),
  purchases: times("Purchases that were paid; refunded ones too."),
  samples_per_view: share("(`samples` + `queries`) / `views`; may exceed 1. Null without views."),
  purchases_per_sample: share("`purchases` / (`samples` + `queries`)."),
  purchases_per_view: share("`purchases` / `views`."),
};

const figuresView = z.object(figures);

export const analyticsView = z
  .object({
    since: daySchema.meta({ description: "The first day (UTC) of `items`." }),
    totals: z.array(z.object({ days: z.int(), ...figures })).meta({
      description: "The last 7, 30 and 90 days (UTC), today included.",
    }),
    items: z.array(
      z.object({
        day: daySchema.nullable().meta({ description: "Null by dataset." }),
        dataset: z
          .object({ id: idSchema, title: z.string() })
          .nullable()
          .meta({ description: "Null by day." }),
        ...figures,
      }),
    ),
    pagination: cursorPagination,
  })
  .meta({
    id: "Analytics",
    description:
      "Counts without personal data: no address, account, agent or cookie of a visitor is stored. " +
      "A process that crashes loses the counts of a few seconds.",
  });

export const unmetSearchesView = z
  .object({
    since: daySchema.meta({ description: "The first day (UTC)." }),
    items: z.array(
      z.object({
        words: z
          .string()
          .meta({ description: "In small letters, without signs.", example: "tram stops oslo" }),
        searches: z.int().min(1),
        days: z
          .array(z.object({ day: daySchema, searches: z.int().min(1) }))
          .meta({ description: "Days (UTC) with such searches, latest first." }),
      }),
    ),
  })
  .meta({
    id: "UnmetSearches",
    description:
      `Words of the last ${UNMET_SEARCH_DAYS_MAX} days that found nothing, or nothing that matches well, ` +
      `the most searched first. Only words that at least ${UNMET_SEARCH_CALLERS_MIN} different callers searched.`,
  });

export type AnalyticsQuery = z.infer<typeof analyticsQuery>;
export type AnalyticsView = z.infer<typeof analyticsView>;
export type UnmetSearchesQuery = z.infer<typeof unmetSearchesQuery>;
export type UnmetSearchesView = z.infer<typeof unmetSearchesView>;
export type FiguresView = z.infer<typeof figuresView>;
