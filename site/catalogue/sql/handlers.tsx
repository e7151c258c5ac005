/** GET /datasets/{id}/sql: one SELECT over all rows that the visitor may query, as a page or as CSV. */
import { TABLE_NAME_CHARS_MAX } from "../../../market/catalogue/limits.ts";
import { firstCharacters } from "../../../market/characters.ts";
import { MarketError } from "../../../market/errors.ts";
import type { ProblemCode } from "../../../market/problem/problems.ts";
import { problems } from "../../../market/problem/problems.ts";
import {
  QUERY_COLUMNS_MAX,
  QUERY_ROWS_MAX,
  QUERY_SQL_CHARS_MAX,
} from "../../../market/query/limits.ts";
import type { QueryAnswer } from "../../../market/query/schemas.ts";
import { byteOrderMark, type CsvCell, csvLine } from "../../kit/csv.ts";
import { readSignedIn } from "../../kit/handle.ts";
import { readId } from "../../kit/ids.ts";
import { privatePage, privateStream } from "../../kit/respond.ts";
import type { CatalogueContext } from "../context.ts";
import { DatasetFrame } from "../dataset/frame.tsx";
import { frameOf } from "../dataset/frame-of.ts";
import { curlCall } from "../dataset/use/snippets.ts";
import { refusalsOnPage } from "../rows/handlers.tsx";
import { type SqlRefusal, SqlTab } from "./sql-page.tsx";

const rowsOnPage = 100;

/** The statement may also name other tables and datasets. */
const refusalsBesideForm: ReadonlySet<ProblemCode> = new Set([
  ...refusalsOnPage,
  "query_needs_purchase",
  "query_not_available",
  "table_not_found",
  "dataset_not_found",
  "file_not_available",
]);

/** Errors: dataset_not_found. */
export async function showSql(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "dataset_not_found", "No active dataset has this id.");
  const url = new URL(request.url);
  const given = url.searchParams;
  const table = firstCharacters(given.get("table") ?? "", TABLE_NAME_CHARS_MAX) || undefined;
  // One character more lets the query refuse a longer text, rather than run a part of it.
  const sql = firstCharacters(given.get("sql") ?? "", QUERY_SQL_CHARS_MAX + 1).trim();
  const isFile = given.get("format") === "csv";
  const [{ dataset }, signedIn] = await Promise.all([
    ctx.getDataset(id),
    readSignedIn(ctx, request),
  ]);
  const asker = signedIn === null ? null : { kind: "owner" as const, ...signedIn };
  const run = async (limit: number): Promise<QueryAnswer> => {
    if (sql.length > QUERY_SQL_CHARS_MAX) {
      const detail = `A query has at most ${QUERY_SQL_CHARS_MAX} characters.`;
      throw new MarketError("invalid_query", detail);
    }
    const asked = { datasetId: id, table, query: { sql, limit }, asker };
    return JSON.parse(new TextDecoder().decode(await ctx.askRows(asked, request)));
  };
  const page = async (answer: QueryAnswer | SqlRefusal | null, status = 200) => {
    const [frame, profile, access] = await Promise.all([
      frameOf(ctx, dataset),
      ctx.getProfilePart(id, { first: 0, count: QUERY_COLUMNS_MAX }, table),
      ctx.findQueriedVersion(id, asker),
    ]);
    const columns = profile?.columns ?? dataset.columns;
    const call = curlCall(addressOf(dataset.links.query ?? `${dataset.links.self}/query`, table), {
      sql,
    });
    const returnTo = url.pathname + url.search;
    const viewer = signedIn?.viewer;
    const shown = { dataset, columns, table, sql, answer, call, access, viewer, returnTo };
    return privatePage(
      <DatasetFrame {...frame} tab="data" table={table} title="SQL" viewer={viewer}>
        <SqlTab {...shown} />
      </DatasetFrame>,
      { status },
    );
  };
  if (sql === "") return page(null);
  try {
    if (!isFile) return await page(await run(rowsOnPage));
    const file = { fileName: "query.csv", contentType: "text/csv; charset=utf-8" };
    return privateStream(csvOf(await run(QUERY_ROWS_MAX)), file);
  } catch (error) {
    if (!(error instanceof MarketError) || !refusalsBesideForm.has(error.code)) throw error;
    const { code, message, faults, facts } = error;
    const details = faults.length > 0 ? faults.map(({ detail }) => detail) : [message];
    const refusal = { refused: code, details, retryAfterSeconds: facts.retryAfterSeconds };
    return page(refusal, problems[code].status);
  }
}

function addressOf(address: string, table: string | undefined): string {
  return table === undefined ? address : `${address}?${new URLSearchParams({ table })}`;
}

/** A row may have thousands of characters, so no piece takes long to make. */
const rowsInPiece = 50;

async function* csvOf({ columns, rows }: QueryAnswer): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ name }) => name));
  for (let first = 0; first < rows.length; first += rowsInPiece) {
    const piece = rows.slice(first, first + rowsInPiece);
    yield piece.map((row) => csvLine(row.map(csvValue))).join("");
  }
}

function csvValue(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  return typeof value === "number" || typeof value === "string" ? value : JSON.stringify(value);
}
