import { UNMET_SEARCHES_SHOWN_MAX, VISIT_DAYS_MAX } from "../../../../market/analytics/limits.ts";
import type { AnalyticsView, UnmetSearchesView } from "../../../../market/analytics/schemas.ts";
import { PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX } from "../../../../market/limits.ts";
import type { CsvCell } from "../../../kit/csv.ts";
import { privatePage } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import { csvFile } from "../../csv-file.ts";
import type { AccountRequest } from "../../handle.tsx";
import { AnalyticsPage } from "./analytics-page.tsx";
import { readAnalyticsFilter } from "./filter.ts";

const searchesOnPage = 20;

/** GET /account/analytics */
export async function showAnalytics(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { frame, owner, url } = page;
  const filter = readAnalyticsFilter(url);
  const query = { days: filter.days, dataset_id: filter.datasetId };
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const [byDay, byDataset, unmet, revenue] = await Promise.all([
    ctx.account.readAnalytics(owner, { ...query, by: "day", limit: VISIT_DAYS_MAX }),
    ctx.account.readAnalytics(owner, {
      ...query,
      by: "dataset",
      limit: PAGE_ITEMS_DEFAULT,
      cursor,
    }),
    ctx.account.listUnmetSearches(owner, { limit: searchesOnPage }),
    ctx.account.readRecurringRevenue(owner, filter.datasetId),
  ]);
  return privatePage(<AnalyticsPage {...{ frame, filter, byDay, byDataset, unmet, revenue }} />);
}

type Item = AnalyticsView["items"][number];

const figureColumns = [
  "page_views",
  "api_reads",
  "samples",
  "queries",
  "downloads",
  "purchases",
] as const;

const figureCells = (item: Item): CsvCell[] => figureColumns.map((name) => item[name]);

/** GET /account/analytics/download */
export async function downloadAnalytics(
  ctx: AccountContext,
  { owner, url }: AccountRequest,
): Promise<Response> {
  const { days, datasetId: dataset_id } = readAnalyticsFilter(url);
  const by = url.searchParams.get("by");
  if (by === "searches") return await downloadSearches(ctx, owner);
  const group = by === "dataset" ? "dataset" : "day";
  return csvFile({
    fileName: `analytics-by-${group}`,
    columns:
      group === "day" ? ["day", ...figureColumns] : ["dataset_id", "title", ...figureColumns],
    cellsOf: (item: Item) => {
      const names = item.dataset === null ? [item.day] : [item.dataset.id, item.dataset.title];
      return [...names, ...figureCells(item)];
    },
    read: ({ cursor, limit }) =>
      ctx.account.readAnalytics(owner, {
        by: group,
        days,
        dataset_id,
        cursor,
        limit: Math.min(limit, PAGE_ITEMS_MAX),
      }),
  });
}

type Search = UnmetSearchesView["items"][number];

async function downloadSearches(ctx: AccountContext, owner: AccountRequest["owner"]) {
  return csvFile({
    fileName: "unmet-searches",
    columns: ["words", "day", "searches"],
    cellsOf: ({ words, day, searches }: Pick<Search, "words" | "searches"> & { day: string }) => [
      words,
      day,
      searches,
    ],
    read: async () => {
      const { items } = await ctx.account.listUnmetSearches(owner, {
        limit: UNMET_SEARCHES_SHOWN_MAX,
      });
      const rows = items.flatMap(({ words, days }) => days.map((one) => ({ words, ...one })));
      return { items: rows, pagination: { next_cursor: null } };
    },
  });
}
