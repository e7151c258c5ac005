/** GET /datasets/{id}/rows: anyone can browse all rows of a free dataset. */
import { MarketError } from "../../../market/errors.ts";
import type { ProblemCode } from "../../../market/problem/problems.ts";
import { problems } from "../../../market/problem/problems.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import { QUERY_COLUMNS_MAX } from "../../../market/query/limits.ts";
import type { QueryAnswer } from "../../../market/query/schemas.ts";
import { readId } from "../../kit/ids.ts";
import { privatePage } from "../../kit/respond.ts";
import type { CatalogueContext } from "../context.ts";
import { columnsShownMax, queryOf, type RowsWish, readRowsWish } from "./read-wish.ts";
import { RowsPage } from "./rows-page.tsx";

/** Refusals that are shown above the form for another try; all others get their own page. */
const shownOnPage = new Set<ProblemCode>([
  "invalid_query",
  "query_too_expensive",
  "queries_unavailable",
  "rate_limited",
]);

/** Errors: dataset_not_found, query_needs_purchase, table_not_found, query_not_available. */
export async function showRows(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "dataset_not_found", "No active dataset has this id.");
  const wish = readRowsWish(new URL(request.url).searchParams);
  const { dataset } = await ctx.getDataset(id);
  const profile = await profileOf(ctx, id, wish);
  const columns = wish.table === undefined ? dataset.columns : (profile?.columns ?? []);
  const query = queryOf(wish, columns);
  const asked = { datasetId: id, table: wish.table, query, asker: null };
  const call = callOf(dataset.links.query ?? `${dataset.links.self}/query`, wish, query);
  const page = { dataset, wish, columns, profile, call };
  try {
    const text = new TextDecoder().decode(await ctx.askRows(asked, request));
    const answer = JSON.parse(text) as QueryAnswer;
    return await privatePage(<RowsPage {...page} answer={answer} />);
  } catch (error) {
    if (!(error instanceof MarketError) || !shownOnPage.has(error.code)) throw error;
    const { status } = problems[error.code];
    const refused = error.message;
    return privatePage(<RowsPage {...page} answer={{ refused }} />, { status });
  }
}

/**
 * The profile of the shown columns. For one of several tables, of all columns that a query may
 * name.
 */
async function profileOf(
  ctx: CatalogueContext,
  id: string,
  { table, first }: RowsWish,
): Promise<Profile | null> {
  const range =
    table === undefined
      ? { first, count: columnsShownMax }
      : { first: 0, count: QUERY_COLUMNS_MAX };
  return await ctx.getProfilePart(id, range, table);
}

function callOf(address: string, { table }: RowsWish, query: object): string {
  const asked = table === undefined ? address : `${address}?${new URLSearchParams({ table })}`;
  const body = JSON.stringify(query).replaceAll("'", "'\\''");
  return [`curl '${asked}' \\`, "  -H 'Content-Type: application/json' \\", `  -d '${body}'`].join(
    "\n",
  );
}
