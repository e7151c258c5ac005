/** Checks an acceptance contract against the dataset on sale, before anything is charged. */
import { findQueriedListing } from "../../../db/queries/catalogue/queried-files.ts";
import type { Queries } from "../../../platform/query/port.ts";
import type { AcceptanceChoice } from "../../acceptance/schemas.ts";
import type { Context } from "../../context.ts";
import { type FieldFault, MarketError } from "../../errors.ts";
import { compileTerms, todayOf } from "./compile.ts";
import {
  answerType,
  askFigure,
  type FigureSources,
  findTables,
  pendingTable,
  type Tables,
} from "./run-check.ts";

const retrySeconds = 5;

/**
 * Throws if the contract, if any, cannot be evaluated, with the place of each fault: a check that cannot be read, a
 * column that is missing or has another type, SQL of more than one figure.
 * Errors: dataset_not_found, dataset_not_available, invalid_acceptance, queries_unavailable.
 */
export async function checkTerms(
  ctx: Context,
  queries: Queries | null,
  asked: { datasetId: string; choice: AcceptanceChoice | null | undefined; caller: string },
  signal: AbortSignal,
): Promise<void> {
  const { datasetId, choice, caller } = asked;
  // A promised contract was checked when the version was published.
  if (choice?.schema === undefined) return;
  const terms = { schema: choice.schema };
  const listing = await findQueriedListing(ctx.db, datasetId);
  const uploadId = listing?.currentUploadId ?? null;
  if (listing === null || listing.publishedAt === null || uploadId === null) {
    throw new MarketError("dataset_not_found", "No dataset has this id.");
  }
  if (listing.status === "suspended") {
    throw new MarketError("dataset_not_available", "The dataset is suspended.");
  }
  // Off sale for good: the purchase or bid is refused, and nothing is said about the file.
  if (listing.status !== "active") return;
  if (queries === null) {
    throw new MarketError("queries_unavailable", "This deployment cannot evaluate contracts.", {
      retryAfterSeconds: retrySeconds,
    });
  }
  const { figures, types } = compileTerms(terms, todayOf(ctx.now()));
  const file = { datasetId, uploadId, version: listing.version };
  const tables = await findTables(ctx.db, file, [...figures, ...types], signal);
  const pending = pendingTable(tables);
  if (pending !== null) {
    throw new MarketError("queries_unavailable", pending, { retryAfterSeconds: retrySeconds });
  }
  const faults = await findFaults({ ctx, queries }, { figures, types, tables, caller }, signal);
  if (faults.length === 0) return;
  throw new MarketError("invalid_acceptance", faults[0]?.detail ?? "", { faults });
}

type Compiled = ReturnType<typeof compileTerms> & { tables: Tables; caller: string };

async function findFaults(
  sources: FigureSources,
  { figures, types, tables, caller }: Compiled,
  signal: AbortSignal,
): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const refuse = (pointer: string, detail: string) =>
    faults.push({ pointer: `/acceptance${pointer}`, code: "invalid_acceptance", detail });
  for (const check of types) {
    const answer = answerType(check, tables);
    if (answer.kind !== "passed") refuse(check.pointer, answer.detail);
  }
  for (const check of figures) {
    const answer = await askFigure(sources, check, { tables, caller, mode: "plan" }, signal);
    if (answer.kind === "later") {
      throw new MarketError("queries_unavailable", "No query process is available at the moment.", {
        retryAfterSeconds: retrySeconds,
      });
    }
    if (answer.kind !== "figure") refuse(check.pointer, answer.detail);
  }
  return faults;
}
