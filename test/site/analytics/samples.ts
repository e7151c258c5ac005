/** A seller's figures, and searches that found nothing, for the tests of each page. */
import { lastDays } from "../../../market/analytics/rules.ts";
import type { FiguresView } from "../../../market/analytics/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { longTitle, sampleId } from "../purchase-samples.ts";

const now = new Date("2026-11-30T12:00:00Z");
const since = "2026-11-01";

function figures(scale: number): FiguresView {
  return {
    views: 14 * scale,
    page_views: 9 * scale,
    api_reads: 5 * scale,
    samples: 4 * scale,
    queries: 2 * scale,
    downloads: scale,
    purchases: Math.floor(scale / 2),
    samples_per_view: 0.4286,
    purchases_per_sample: 0.0833,
    purchases_per_view: 0.0357,
  };
}

const pagination = { limit: 20, has_more: true, next_cursor: "WyJuZXh0Il0" };
const last = { limit: 20, has_more: false, next_cursor: null };

export function sampleAnalyticsPages(name: string) {
  return {
    readAnalytics: async (_, { by, days, cursor }) => ({
      since,
      totals: [7, 30, 90].map((period) => ({ days: period, ...figures(period * 12) })),
      items:
        by === "day"
          ? lastDays(now, days).map((day, ago) => ({
              day,
              dataset: null,
              ...figures(8 + ((ago * 7) % 11)),
            }))
          : [
              { day: null, dataset: { id: sampleId(1), title: longTitle }, ...figures(300) },
              { day: null, dataset: { id: sampleId(2), title: name }, ...figures(2) },
            ],
      pagination: by === "day" || cursor !== undefined ? last : pagination,
    }),
    listUnmetSearches: async () => ({
      since,
      items: [
        { words: "tram stops oslo", searches: 1240, days: [{ day: "2026-11-30", searches: 1240 }] },
        { words: "fischfang ostsee nach jahr", searches: 3, days: [{ day: since, searches: 3 }] },
      ],
    }),
    readListingFigures: async (_, ids) => new Map(ids.slice(0, 1).map((id) => [id, figures(90)])),
  } satisfies Partial<AccountUseCases>;
}

export function emptyAnalyticsPages() {
  return {
    readAnalytics: async () => ({ since, totals: [], items: [], pagination: last }),
    listUnmetSearches: async () => ({ since, items: [] }),
    readListingFigures: async () => new Map(),
  } satisfies Partial<AccountUseCases>;
}
