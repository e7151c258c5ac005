/** Checks access to a dataset's rows, and passes the query to a query process. */
import { findDatasetTables } from "../../db/queries/catalogue/catalogue.ts";
import {
  findQueriedListing,
  readPurchasedFiles,
} from "../../db/queries/catalogue/queried-files.ts";
import type { AgentActor, OperatorActor } from "../../db/vocabulary/actor.ts";
import type { Queries, QueryRefusal } from "../../platform/query/port.ts";
import { findTwin, type MissingTwin } from "../catalogue/twin/find-twin.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { isProblemCode } from "../problem/problems.ts";
import { throwRefusals } from "../refusal.ts";
import { describeUnknown } from "./display.ts";
import { chooseFile } from "./rules.ts";
import type { AskedQuery } from "./schemas.ts";

/** An account's versions of one listing that are checked, the latest ones. */
const purchasesReadMax = 20;
const pendingRetrySeconds = 30;
const retrySeconds = 5;

export type DatasetQuery = {
  datasetId: string;
  table: string | undefined;
  query: AskedQuery;
  asker: OperatorActor | AgentActor | null;
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
  const file = await findFile(ctx, asked);
  const twin = await findTwin(ctx.db, { uploadId: file.uploadId, table: asked.table });
  if (queries === null) {
    throw new MarketError("queries_unavailable", "This deployment does not support queries.", {
      retryAfterSeconds: pendingRetrySeconds,
    });
  }
  if ("missing" in twin) throw await explainMissing(ctx, asked, file.uploadId, twin);
  const { objectKey, byteSize, sha256 } = twin;
  const result = await queries.run(
    {
      stored: { objectKey, byteSize, sha256 },
      dataset: { id: asked.datasetId, version: file.version, table: asked.table ?? null },
      caller: asked.caller,
      query: asked.query,
    },
    signal,
  );
  if (result.kind === "answered") return result.body;
  if (result.kind === "refused") throw asProblem(result.refusal);
  throw new MarketError("queries_unavailable", "No query process is available at the moment.", {
    retryAfterSeconds: retrySeconds,
  });
}

async function findFile({ db }: Context, { datasetId, asker }: DatasetQuery) {
  const listing = await findQueriedListing(db, datasetId);
  const accountId = asker?.kind === "operator" ? asker.accountId : null;
  const isSeller =
    listing !== null &&
    (asker?.kind === "agent"
      ? asker.agentId === listing.agentId
      : accountId !== null && accountId === listing.sellerAccountId);
  const purchased =
    accountId === null
      ? []
      : await readPurchasedFiles(db, {
          accountId,
          listingId: datasetId,
          rowsMax: purchasesReadMax,
        });
  const chosen = chooseFile(listing, { isSeller, purchased });
  if ("uploadId" in chosen) return chosen;
  throwRefusals([chosen]);
  throw new Error("a refusal was not thrown");
}

/** For an unknown table, lists the existing ones. */
async function explainMissing(
  { db }: Context,
  { datasetId, table }: DatasetQuery,
  uploadId: string,
  { missing, detail }: MissingTwin,
): Promise<MarketError> {
  const found = await findDatasetTables(db, { listingId: datasetId, uploadId });
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
