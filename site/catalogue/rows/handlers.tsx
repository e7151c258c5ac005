/** The rows of a dataset: of its sample, or of the whole table if anybody may query it. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { MarketError } from "../../../market/errors.ts";
import type { ProblemCode } from "../../../market/problem/problems.ts";
import { problems } from "../../../market/problem/problems.ts";
import type { Profile, Sample } from "../../../market/profile/schemas.ts";
import { QUERY_COLUMNS_MAX } from "../../../market/query/limits.ts";
import type { QueryAnswer } from "../../../market/query/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { readId } from "../../kit/ids.ts";
import { privatePage } from "../../kit/respond.ts";
import type { CatalogueContext } from "../context.ts";
import { DatasetFrame } from "../dataset/frame.tsx";
import { frameOf } from "../dataset/frame-of.ts";
import { curlCall } from "../dataset/use/snippets.ts";
import { readAskedView } from "../views/view-data.ts";
import { ChosenView, ViewSwitch, viewShown } from "../views/views.tsx";
import { DataTab } from "./data-tab.tsx";
import {
  queryOf,
  type RowsWish,
  readRowsWish,
  rowsQuery,
  shownRange,
  type TableColumn,
} from "./read-wish.ts";
import { rowsOfSample } from "./sample-rows.ts";
import type { ShownRows } from "./shown-rows.ts";

/** Refusals that are shown above the form for another try; all others get their own page. */
export const refusalsOnPage: ReadonlySet<ProblemCode> = new Set([
  "invalid_query",
  "query_too_expensive",
  "queries_unavailable",
  "rate_limited",
]);

/**
 * GET /datasets/{id}/rows: anyone can browse all rows of a free dataset. Errors: dataset_not_found,
 * query_needs_purchase, table_not_found, query_not_available.
 */
export async function showRows(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "dataset_not_found", "No active dataset has this id.");
  const wish = readRowsWish(new URL(request.url).searchParams);
  const { dataset } = await ctx.getDataset(id);
  const { columns, profile } = await readColumns(ctx, dataset, wish);
  const query = queryOf(wish, columns);
  const asked = { datasetId: id, table: wish.table, query, asker: null };
  const call = callOf(dataset.links.query ?? `${dataset.links.self}/query`, wish, query);
  const page = async (shown: ShownRows | { refused: string }, status = 200) => {
    const frame = await frameOf(ctx, dataset);
    return privatePage(
      <DatasetFrame {...frame} tab="data" table={wish.table} title="Rows">
        <DataTab {...{ dataset, wish, columns, profile, shown, call }} isWhole />
      </DatasetFrame>,
      { status },
    );
  };
  try {
    const text = new TextDecoder().decode(await ctx.askRows(asked, request));
    return await page(rowsOfAnswer(JSON.parse(text) as QueryAnswer, wish));
  } catch (error) {
    if (!(error instanceof MarketError) || !refusalsOnPage.has(error.code)) throw error;
    return page({ refused: error.message }, problems[error.code].status);
  }
}

function rowsOfAnswer(answer: QueryAnswer, wish: RowsWish): ShownRows {
  const { offset } = wish;
  return {
    columns: answer.columns,
    rows: answer.rows,
    numbers: answer.rows.map((_, at) => offset + at + 1),
    offset,
    nextOffset: answer.next_offset,
    summary: summaryOf(wish, answer),
  };
}

function summaryOf({ conditions, words, offset }: RowsWish, answer: QueryAnswer): string {
  const { row_count: shown, total_rows: total } = answer;
  const found = conditions.length === 0 && words === "" ? "" : " with these filters";
  if (shown === 0) return offset > 0 ? "No further rows." : `No rows${found}.`;
  const range = `Rows ${formatCount(offset + 1)} to ${formatCount(offset + shown)}`;
  return total === null ? `${range}.` : `${range} of ${formatCount(total)}${found}.`;
}

/** The Data tab over the sample; `away`: the store cannot return it at the moment. */
export async function renderSampleTab(
  ctx: CatalogueContext,
  dataset: DatasetDetail,
  query: URLSearchParams,
): Promise<{ html: JSX.Element; isAway: boolean }> {
  const wish = readRowsWish(query);
  const { table } = wish;
  const [{ columns, profile }, sample, charts] = await Promise.all([
    readColumns(ctx, dataset, wish),
    ctx.getSampleRows(dataset.id, table),
    ctx.getCharts(dataset.id, table),
  ]);
  const rows = table === undefined ? dataset.row_count : (profile?.row_count ?? null);
  const shownDataset = { ...dataset, row_count: rows };
  const data = { dataset: shownDataset, profile, sample, charts, asked: readAskedView(query) };
  // A filter, an order and other columns are those of the table.
  const isPlain = rowsQuery({ ...wish, table: undefined }, { ...wish, table: undefined }) === "";
  const view = isPlain ? viewShown(data) : null;
  const shown = shownOf(sample, wish);
  const html = (
    <DataTab
      {...{ dataset, wish, columns, profile, shown }}
      isWhole={false}
      views={<ViewSwitch data={data} shown={view} />}
      view={view === null ? undefined : <ChosenView data={data} name={view} />}
    />
  );
  return { html, isAway: sample === "away" };
}

/** A sample of pictures has them in the last column, as data URLs, which other views show. */
export function shownOf(sample: Sample | null | "away", wish: RowsWish) {
  if (sample === null) return null;
  if (sample === "away")
    return { refused: "The sample cannot be read right now. Open the page again in a moment." };
  const at = sample.columns.findIndex(({ name }) => name === "thumbnail");
  if (at < 0) return rowsOfSample(sample, wish);
  const others = <Item,>(items: Item[]) => items.filter((_, index) => index !== at);
  const { columns, rows } = sample;
  return rowsOfSample({ ...sample, columns: others(columns), rows: rows.map(others) }, wish);
}

/**
 * The table's columns, and the profile of the shown ones. For one of several tables, the profile
 * names its columns, as many as a query may name.
 */
async function readColumns(
  ctx: CatalogueContext,
  { id, columns }: DatasetDetail,
  wish: RowsWish,
): Promise<{ columns: readonly TableColumn[]; profile: Profile | null }> {
  const { table } = wish;
  const range =
    table === undefined ? shownRange(columns, wish) : { first: 0, count: QUERY_COLUMNS_MAX };
  const profile = await ctx.getProfilePart(id, range, table);
  return { columns: table === undefined ? columns : (profile?.columns ?? []), profile };
}

function callOf(address: string, { table }: RowsWish, query: object): string {
  const asked = table === undefined ? address : `${address}?${new URLSearchParams({ table })}`;
  return curlCall(asked, query);
}
