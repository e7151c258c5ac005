/** Finds the listings that contain all words of a query, and how common each term is. */
import type { Database } from "../../db/client.ts";
import {
  type CandidateRow,
  findCandidates,
  type ReadBeside,
} from "../../db/queries/search/candidates.ts";
import {
  countListed,
  type Listed,
  listedConditions,
  totalCountedMax,
} from "../../db/queries/search/listings.ts";
import type { Walk } from "./cursor.ts";
import type { SearchPlan } from "./plan.ts";
import {
  type Corrections,
  countedQueries,
  holdingCountedMax,
  holdingOf,
  type ReadTerms,
  readHolding,
} from "./ranking/read-terms.ts";
import { allOf, databaseGrades, type Term, termQuery } from "./ranking/terms.ts";
import type { ReadingName } from "./readings.ts";
import type { VectorHit } from "./vector-port.ts";

/** With more exact matches than this, relevance ranks only the newest of them. */
export const rankedMatchesMax = 2_000;

export type WordsAsked = {
  plan: SearchPlan;
  /** The listings that pass the filters, regardless of words. */
  listed: Listed;
  byRelevance: boolean;
  reading: ReadingName;
  /** The walk of the previous page; null for the first page. */
  walk: Walk | null;
  now: Date;
  /** Starts the search by meaning; null if it does not apply. */
  near: (() => Promise<VectorHit[] | null>) | null;
};

/** The parsed words. */
export type Read = ReadTerms & { required: Term[]; corrections: Corrections };

export type Exact = {
  total: number;
  /** Null if another sort applies: then the database orders. */
  rows: CandidateRow[] | null;
  /** Whether `rows` includes partial matches. */
  hasFurther: boolean;
  /** How many listings contain each term, if it was counted along. */
  holding: number[] | null;
};

/**
 * If all matches fit into the ranking, no separate count is needed. With fewer matches than `heldBelow`,
 * the same statement counts each term, for partial matches and spelling, and reads `otherwise`.
 */
export async function findExact(
  db: Database,
  asked: WordsAsked,
  read: Read,
  { heldBelow, otherwise = null }: { heldBelow: number; otherwise?: ReadBeside | null },
): Promise<Exact> {
  const listed = exactly(asked, read);
  const count = () => (areCommon(asked, read) ? totalCountedMax + 1 : countListed(db, listed));
  if (!asked.byRelevance) {
    return { total: await count(), rows: null, hasFurther: false, holding: null };
  }
  const sets = [{ query: listed.words ?? "", limit: rankedMatchesMax }];
  const queries = countedQueries(read.terms);
  const beside = heldBelow === 0 ? null : { queries, max: holdingCountedMax, below: heldBelow };
  const grades = databaseGrades(read.terms);
  const candidates = { sets, grades, beside, otherwise };
  const { rows, found, counts } = await findCandidates(db, asked.listed, candidates);
  return {
    total: found < rankedMatchesMax ? found : await count(),
    rows,
    hasFurther: otherwise !== null && found < otherwise.below,
    holding: counts && holdingOf(read.terms, counts, read.listings),
  };
}

/** Counts terms with a separate statement, unless they were counted along. */
export async function holdingBeside(
  db: Database,
  read: Read,
  { holding }: Exact,
): Promise<number[]> {
  return holding ?? (await readHolding(db, read.terms, read.listings));
}

/** A word with an estimate of twice the bound, without filters, need not be counted. */
function areCommon({ listed }: WordsAsked, { required, excluded, listings }: Read): boolean {
  const [only, ...others] = required;
  if (only === undefined || others.length + excluded.length > 0) return false;
  const isFiltered = listedConditions(listed).length > 1;
  return !isFiltered && (only.share ?? 0) * listings > 2 * totalCountedMax;
}

/** The listings that match all words. */
export function exactly(asked: WordsAsked, { required, excluded }: Read): Listed {
  const queries = [...required.map(termQuery), ...excluded.map((query) => `!(${query})`)];
  return { ...asked.listed, words: allOf(queries) };
}
