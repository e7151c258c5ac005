/** Compares a caller's values with columns of datasets on sale. */
import { createHash } from "node:crypto";
import type { Database } from "../../../db/client.ts";
import { findAgent } from "../../../db/queries/agents/agents.ts";
import {
  findMatchedListings,
  type MatchedListing,
} from "../../../db/queries/catalogue/queried-files.ts";
import {
  findColumnsWith,
  readJoinColumns,
  type StoredColumn,
  type ValueBounds,
} from "../../../db/queries/search/join-columns.ts";
import { countMatchedSet } from "../../../db/queries/search/matched-sets.ts";
import { eachInSlices } from "../../../platform/yield-to-others.ts";
import {
  countDistinct,
  decodeSketch,
  type Sketch,
  ValueSketch,
} from "../../../sdk/src/value-sketch.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { isFree } from "../../pricing.ts";
import { joinKeysOf } from "../../profile/join/join-key.ts";
import { matchedSetsMax } from "../../profile/leak-budget.ts";
import { type SearchQuery, type SearchView, searchQuery } from "../../search/schemas.ts";
import { type Asker, findReadableFile } from "../find-readable-file.ts";
import { givenBy } from "./given-values.ts";
import { MATCH_DATASETS_MAX } from "./limits.ts";
import { membershipNoise } from "./membership-noise.ts";
import {
  byMatched,
  type Estimate,
  estimateNoised,
  estimateOpen,
  type GivenValues,
  inWords,
  noisedRefusal,
  notComparedWords,
} from "./rules.ts";
import type { Match, MatchBody, Matches, NotCompared } from "./schemas.ts";
import type { NotComparedReason } from "./vocabulary.ts";

/** Values normalised before other requests run: a stack of marks takes 0.2 ms. */
const valuesOfSlice = 50;
/** Columns of a dataset that are compared, those with the most values. */
const columnsPerDatasetMax = 20;
const bounds: ValueBounds = { columnsPerHashMax: 64, columnsCheckedMax: 800, columnsMax: 120 };
/** Datasets that are compared because they share values. */
const foundDatasetsMax = 30;

/** The catalogue's search, passed in by the edge because use cases must not call each other. */
type Search = (query: SearchQuery) => Promise<SearchView>;

type Reads = { reads: Context; search: Search };

type Candidate = {
  listing: MatchedListing;
  columns: readonly StoredColumn[];
  given: GivenValues;
  noiseKey: string;
};

/**
 * Columns of the named datasets, of those that a search finds, or of those that share values. A paid dataset
 * answers callers who may not read its rows with noise, and counts each new set of values.
 * Errors: dataset_not_found, match_budget_spent.
 */
export async function matchValues(
  ctx: Context,
  { reads, search }: Reads,
  body: MatchBody,
  asker: Asker,
): Promise<Matches> {
  const sketch = await sketchOf(body);
  const candidates = await findCandidates(reads, search, body, sketch);
  const access = await decideAccess(ctx, reads.db, candidates, { asker, sketch });
  const compared = await compareAll(candidates, access);
  const refused = compared.filter(({ reason }) => reason !== null);
  refuseSpent(body, refused, candidates.length);
  const valuesCount = countDistinct(sketch);
  const found = compared.flatMap(({ estimates }) => estimates).sort(byMatched);
  const { offset, limit } = body;
  const page = found.slice(offset, offset + limit);
  const end = offset + page.length;
  return {
    values_count: valuesCount,
    datasets_compared: candidates.length - refused.length,
    matches: page.map((one) => viewMatch(one, valuesCount)),
    total: found.length,
    next_offset: end < found.length ? end : null,
    not_compared: refused.map(viewRefused),
  };
}

async function sketchOf({ values = [], sketch }: MatchBody): Promise<Sketch> {
  const decoded = sketch === undefined ? null : decodeSketch(sketch);
  if (decoded !== null) return decoded;
  const collected = new ValueSketch();
  await eachInSlices(values, valuesOfSlice, (value) => collected.add(value));
  return collected.sketch;
}

/** Files may have been hashed with an earlier key, which compares only with hashes by the same one. */
async function findCandidates(
  { db, config }: Context,
  search: Search,
  body: MatchBody,
  sketch: Sketch,
): Promise<Candidate[]> {
  const ids = await namedDatasets(search, body);
  const byDataset = new Map<string, Omit<Candidate, "listing">>();
  for (const key of joinKeysOf(config)) {
    const given = givenBy(sketch, key);
    const columns =
      ids === null
        ? await findColumnsWith(db, given.hashes, { keyId: key.id, ...bounds })
        : await readColumns(db, ids, key.id);
    for (const [id, own] of Map.groupBy(columns, ({ listingId }) => listingId)) {
      byDataset.set(id, { columns: own, given, noiseKey: key.noiseKey });
    }
  }
  const chosen = ids ?? [...byDataset.keys()].slice(0, foundDatasetsMax);
  const listings = await findMatchedListings(db, chosen);
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  const none = { columns: [], given: { hashes: [], distinct: 1, share: 1 }, noiseKey: "" };
  return chosen.flatMap((id, index) => {
    const listing = byId.get(id);
    if (listing !== undefined) return [{ listing, ...(byDataset.get(id) ?? none) }];
    if (body.dataset_ids === undefined) return [];
    const fault = { pointer: `/dataset_ids/${index}`, code: "unknown", detail: "is not on sale" };
    throw new MarketError("dataset_not_found", "No active dataset has this id.", {
      faults: [fault],
    });
  });
}

/** Null: those that share values. */
async function namedDatasets(
  search: Search,
  { dataset_ids: ids, query }: MatchBody,
): Promise<string[] | null> {
  if (ids !== undefined) return [...new Set(ids.map((id) => id.toLowerCase()))];
  if (query === undefined) return null;
  const found = await search(searchQuery.parse({ query, limit: String(MATCH_DATASETS_MAX) }));
  return found.items.map(({ id }) => id);
}

async function readColumns(db: Database, ids: readonly string[], keyId: string) {
  const columnsMax = columnsPerDatasetMax;
  const read = ids.map((listingId) => readJoinColumns(db, { listingId, keyId, columnsMax }));
  return (await Promise.all(read)).flat();
}

/** How a dataset answers this caller. */
type Access = "open" | "noised" | NotComparedReason;

async function decideAccess(
  ctx: Context,
  db: Database,
  candidates: readonly Candidate[],
  { asker, sketch }: { asker: Asker; sketch: Sketch },
): Promise<Map<string, Access>> {
  const accountId = await accountOf(db, asker);
  const decide = async ({ listing, columns }: Candidate): Promise<Access> => {
    if (columns.length === 0) return "no_keys";
    const readable = isFree(listing) || (await isReadable(db, listing, asker));
    if (readable) return "open";
    const columnValuesMax = Math.max(...columns.map(({ distinct }) => distinct));
    const valuesCount = sketch.hashes.length;
    const { distributions } = listing;
    const isKnown = accountId !== null;
    const refusal = noisedRefusal({ isKnown, valuesCount, columnValuesMax, distributions });
    return refusal ?? "noised";
  };
  const decided = await Promise.all(candidates.map(decide));
  const noised = candidates.filter((_, at) => decided[at] === "noised");
  const covered =
    accountId === null
      ? new Set<string>()
      : await countMatchedSet(ctx.db, {
          accountId,
          digest: digestOf(sketch),
          budgets: noised.map(({ listing }) => budgetOf(listing)),
        });
  const access = candidates.map(({ listing }, at): [string, Access] => {
    const own = decided[at] ?? "no_keys";
    const isSpent = own === "noised" && !covered.has(budgetOf(listing).uploadId);
    return [listing.id, isSpent ? "budget_spent" : own];
  });
  return new Map(access);
}

async function accountOf(db: Database, asker: Asker): Promise<string | null> {
  if (asker === null) return null;
  if (asker.kind !== "agent") return asker.accountId;
  return (await findAgent(db, asker.agentId))?.accountId ?? null;
}

/** Only the version on sale is compared. */
async function isReadable(db: Database, listing: MatchedListing, asker: Asker): Promise<boolean> {
  const file = await findReadableFile(db, listing, asker);
  return "uploadId" in file && file.uploadId === listing.currentUploadId;
}

function budgetOf({ currentUploadId, rowCount, columnCount }: MatchedListing) {
  const size = { rows: rowCount ?? 0, cellsPerRow: columnCount ?? 0 };
  return { uploadId: currentUploadId ?? "", setsMax: matchedSetsMax(size) };
}

function digestOf({ hashes, below }: Sketch): string {
  const text = [below, ...hashes].join();
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

type FoundMatch = Estimate & { candidate: Candidate; column: StoredColumn } & {
  columnValues: number;
  datasetId: string;
};

type Compared = {
  candidate: Candidate;
  reason: NotComparedReason | null;
  estimates: FoundMatch[];
};

async function compareAll(
  candidates: readonly Candidate[],
  access: ReadonlyMap<string, Access>,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  await eachInSlices(candidates, 1, (candidate) => {
    const own = access.get(candidate.listing.id) ?? "no_keys";
    if (own === "open") {
      compared.push({ candidate, ...compareOpen(candidate) });
    } else if (own === "noised") {
      compared.push({ candidate, ...compareNoised(candidate) });
    } else {
      compared.push({ candidate, reason: own, estimates: [] });
    }
  });
  return compared;
}

type Outcome = Pick<Compared, "reason" | "estimates">;

function compareOpen(candidate: Candidate): Outcome {
  return outcomeOf(candidate, "sample_too_small", (column) =>
    estimateOpen(candidate.given, column),
  );
}

/** One column, because more would say more about each value. */
function compareNoised(candidate: Candidate): Outcome {
  const isReversed = membershipNoise(candidate.noiseKey, candidate.listing.id);
  const { reason, estimates } = outcomeOf(candidate, "too_few_values", (column) =>
    estimateNoised(candidate.given, column, isReversed),
  );
  return { reason, estimates: estimates.sort(byMatched).slice(0, 1) };
}

/** `imprecise`: the reason if no column gives an answer. */
function outcomeOf(
  candidate: Candidate,
  imprecise: NotComparedReason,
  estimate: (column: StoredColumn) => Estimate | "imprecise" | null,
): Outcome {
  const judged = candidate.columns.map((column) => ({ column, found: estimate(column) }));
  const reason = judged.every(({ found }) => found === "imprecise") ? imprecise : null;
  const estimates = judged.flatMap(({ column, found }) =>
    found === null || found === "imprecise" ? [] : [foundMatch(candidate, column, found)],
  );
  return { reason, estimates };
}

function foundMatch(candidate: Candidate, column: StoredColumn, estimate: Estimate): FoundMatch {
  const datasetId = candidate.listing.id;
  return { ...estimate, candidate, column, columnValues: column.distinct, datasetId };
}

function refuseSpent(body: MatchBody, refused: readonly Compared[], candidates: number): void {
  if (body.dataset_ids === undefined || refused.length < candidates) return;
  if (refused.every(({ reason }) => reason === "budget_spent")) {
    throw new MarketError("match_budget_spent", notComparedWords.budget_spent);
  }
}

function viewMatch(one: FoundMatch, valuesCount: number): Match {
  const { matched, error, basis, column, candidate } = one;
  return {
    dataset_id: candidate.listing.id,
    title: candidate.listing.title,
    column: column.name,
    table: column.tableName,
    column_values: column.distinct,
    matched,
    error,
    basis,
    says: inWords({ matched, error, column: column.name, valuesCount }),
  };
}

function viewRefused({ candidate, reason }: Compared): NotCompared {
  const { id, title } = candidate.listing;
  const known = reason ?? "no_keys";
  return { dataset_id: id, title, reason: known, detail: notComparedWords[known] };
}
