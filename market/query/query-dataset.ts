/** Checks access to a dataset's rows, and passes the query to a query process. */
import { findDatasetTables } from "../../db/queries/catalogue/catalogue.ts";
import { findQueriedListing } from "../../db/queries/catalogue/queried-files.ts";
import type { Queries, QueryRefusal } from "../../platform/query/port.ts";
import { awaitTwin, type MissingTwin } from "../catalogue/twin/find-twin.ts";
import type { Context } from "../context.ts";
import { type FieldFault, MarketError } from "../errors.ts";
import { isProblemCode } from "../problem/problems.ts";
import { type Refusal, throwRefusals } from "../refusal.ts";
import { Checks } from "./checks.ts";
import { describeUnknown } from "./display.ts";
import { type Asker, findReadableFile } from "./find-readable-file.ts";
import { readStatement } from "./plan-query.ts";
import { requestedTable } from "./read-sql.ts";
import type { AskedQuery } from "./schemas.ts";

const pendingRetrySeconds = 30;
const retrySeconds = 5;

export type DatasetQuery = {
  datasetId: string;
  table: string | undefined;
  query: AskedQuery;
  asker: Asker;
  /** The account, agent or network whose queries are counted together. */
  caller: string;
};

/**
 * The answer as JSON text. Errors: dataset_not_found, query_needs_purchase, table_not_found,
 * query_not_available, invalid_query, query_too_expensive, file_not_available, rate_limited,
 * queries_unavailable.
 */
export async function queryDataset(
  ctx: Context,
  queries: Queries | null,
  asked: DatasetQuery,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const references = referencesOf(asked);
  const found = [];
  for (const reference of references)
    found.push(await findTable(ctx, asked, { ...reference, signal }));
  if (queries === null) {
    throw new MarketError("queries_unavailable", "This deployment does not support queries.", {
      retryAfterSeconds: pendingRetrySeconds,
    });
  }
  const tables = [];
  for (const { file, twin, reference } of found) {
    if ("missing" in twin) throw await explainMissing(ctx, reference, file.uploadId, twin);
    const { objectKey, byteSize, sha256 } = twin;
    const dataset = { id: reference.id, version: file.version, table: reference.table ?? null };
    tables.push({ stored: { objectKey, byteSize, sha256 }, dataset });
  }
  const result = await queries.run({ tables, caller: asked.caller, query: asked.query }, signal);
  if (result.kind === "answered") return result.body;
  if (result.kind === "refused") throw asProblem(result.refusal);
  throw new MarketError("queries_unavailable", "No query process is available at the moment.", {
    retryAfterSeconds: retrySeconds,
  });
}

/** The version that the caller may query, or the refusal of every query. */
export async function findQueriedVersion(
  { db }: Context,
  datasetId: string,
  asker: Asker,
): Promise<{ version: number } | Refusal> {
  return findReadableFile(db, await findQueriedListing(db, datasetId), asker);
}

type Reference = { id: string; table: string | undefined };

/** The tables of the query in its order: of SQL those after FROM and JOIN. */
function referencesOf({ datasetId, table, query }: DatasetQuery): Reference[] {
  const own = { id: datasetId, table };
  const { sql } = query;
  if (sql === undefined) return [own];
  const select = readStatement({ ...query, sql });
  if (Array.isArray(select)) throw invalidQuery(select);
  const named = [select.from, ...select.joins.map((join) => join.table)];
  return named.map(({ reference, at }, position) => {
    const isOwn = reference.datasetId === null || reference.datasetId === datasetId;
    if (position === 0 && !isOwn) {
      const checks = new Checks([], sql);
      checks.refuse(at, `FROM begins with a table of this dataset, for example ${requestedTable}.`);
      throw invalidQuery(checks.faults);
    }
    const isRequested = reference.datasetId === null && reference.table === null;
    if (isRequested) return own;
    return { id: reference.datasetId ?? datasetId, table: reference.table ?? undefined };
  });
}

function invalidQuery(faults: FieldFault[]): MarketError {
  const detail = faults[0]?.detail ?? "The query cannot be read.";
  return new MarketError("invalid_query", detail, { faults });
}

async function findTable(
  ctx: Context,
  { asker, datasetId }: DatasetQuery,
  { signal, ...reference }: Reference & { signal: AbortSignal },
) {
  const { id } = reference;
  const file = await findFile(ctx, { datasetId: id, asker, isJoined: id !== datasetId });
  const twin = await awaitTwin(ctx.db, { uploadId: file.uploadId, table: reference.table }, signal);
  return { file, twin, reference };
}

async function findFile(
  { db }: Context,
  { datasetId, asker, isJoined }: Pick<DatasetQuery, "datasetId" | "asker"> & { isJoined: boolean },
) {
  const listing = await findQueriedListing(db, datasetId);
  const chosen = await findReadableFile(db, listing, asker);
  if ("uploadId" in chosen) return chosen;
  const detail = isJoined ? `${chosen.detail} This is about dataset ${datasetId}.` : chosen.detail;
  throwRefusals([{ ...chosen, detail }]);
  throw new Error("a refusal was not thrown");
}

/** For an unknown table, lists the existing ones. */
async function explainMissing(
  { db }: Context,
  { id, table }: Reference,
  uploadId: string,
  { missing, detail }: MissingTwin,
): Promise<MarketError> {
  const found = await findDatasetTables(db, { listingId: id, uploadId });
  const names = (found?.tables ?? []).map(({ name }) => name);
  if (table !== undefined && !names.includes(table)) {
    const advice = names.length === 0 ? " The dataset has one table: leave `table` out." : "";
    return new MarketError("table_not_found", describeUnknown("table", table, names) + advice);
  }
  if (missing !== "twin_pending") return new MarketError("query_not_available", detail);
  return new MarketError("queries_unavailable", detail, { retryAfterSeconds: pendingRetrySeconds });
}

/** A query process refuses with our codes; any other code is a fault of the service. */
function asProblem({ code, detail, faults, retryAfterSeconds }: QueryRefusal): MarketError {
  if (!isProblemCode(code)) throw new Error(`a query process refused with ${code}`);
  return new MarketError(code, detail, {
    ...(faults === undefined ? {} : { faults }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
