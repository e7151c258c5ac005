/** GET /datasets/{id}/sql: one SELECT over all rows of a free dataset, as a page or as CSV. */
import { TABLE_NAME_CHARS_MAX } from "../../../market/catalogue/limits.ts";
import { firstCharacters } from "../../../market/characters.ts";
import { MarketError } from "../../../market/errors.ts";
import { problems } from "../../../market/problem/problems.ts";
import {
  QUERY_COLUMNS_MAX,
  QUERY_ROWS_MAX,
  QUERY_SQL_CHARS_MAX,
} from "../../../market/query/limits.ts";
import type { QueryAnswer } from "../../../market/query/schemas.ts";
import { byteOrderMark, type CsvCell, csvLine } from "../../kit/csv.ts";
import { readId } from "../../kit/ids.ts";
import { privateDownload, privatePage } from "../../kit/respond.ts";
import type { CatalogueContext } from "../context.ts";
import { DatasetFrame } from "../dataset/frame.tsx";
import { frameOf } from "../dataset/frame-of.ts";
import { curlCall } from "../dataset/use/snippets.ts";
import { refusalsOnPage } from "../rows/handlers.tsx";
import { SqlTab } from "./sql-page.tsx";

const rowsOnPage = 100;

/** Errors: dataset_not_found, query_needs_purchase, table_not_found, query_not_available. */
export async function showSql(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "dataset_not_found", "No active dataset has this id.");
  const given = new URL(request.url).searchParams;
  const table = firstCharacters(given.get("table") ?? "", TABLE_NAME_CHARS_MAX) || undefined;
  // One character more lets the query refuse a longer text, rather than run a part of it.
  const sql = firstCharacters(given.get("sql") ?? "", QUERY_SQL_CHARS_MAX + 1).trim();
  const isFile = given.get("format") === "csv";
  const { dataset } = await ctx.getDataset(id);
  const run = async (limit: number): Promise<QueryAnswer> => {
    if (sql.length > QUERY_SQL_CHARS_MAX) {
      throw new MarketError(
        "invalid_query",
        `A query has at most ${QUERY_SQL_CHARS_MAX} characters.`,
      );
    }
    const asked = { datasetId: id, table, query: { sql, limit }, asker: null };
    return JSON.parse(new TextDecoder().decode(await ctx.askRows(asked, request)));
  };
  const page = async (answer: QueryAnswer | { refused: string } | null, status = 200) => {
    const [frame, profile] = await Promise.all([
      frameOf(ctx, dataset),
      ctx.getProfilePart(id, { first: 0, count: QUERY_COLUMNS_MAX }, table),
    ]);
    const columns = profile?.columns ?? dataset.columns;
    const call = curlCall(addressOf(dataset.links.query ?? `${dataset.links.self}/query`, table), {
      sql,
    });
    return privatePage(
      <DatasetFrame {...frame} tab="data" table={table} title="SQL">
        <SqlTab {...{ dataset, columns, table, sql, answer, call }} />
      </DatasetFrame>,
      { status },
    );
  };
  if (sql === "") return page(null);
  try {
    if (!isFile) return await page(await run(rowsOnPage));
    const contentType = "text/csv; charset=utf-8";
    return privateDownload(csvOf(await run(QUERY_ROWS_MAX)), {
      fileName: "query.csv",
      contentType,
    });
  } catch (error) {
    if (!(error instanceof MarketError) || !refusalsOnPage.has(error.code)) throw error;
    return page({ refused: error.message }, problems[error.code].status);
  }
}

function addressOf(address: string, table: string | undefined): string {
  return table === undefined ? address : `${address}?${new URLSearchParams({ table })}`;
}

function csvOf({ columns, rows }: QueryAnswer): string[] {
  const cells = rows.map((row) => row.map(csvValue));
  const head = columns.map(({ name }) => name);
  return [byteOrderMark, ...[head, ...cells].map(csvLine)];
}

function csvValue(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  return typeof value === "number" || typeof value === "string" ? value : JSON.stringify(value);
}
