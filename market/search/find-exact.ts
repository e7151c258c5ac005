/** The listings that hold all of the words of a query, and how common each of its terms is. */
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

/** With more exact matches than this, relevance ranks the newest of them. */
export const rankedMatchesMax = 2_000;

export type WordsAsked = {
  plan: SearchPlan;
  /** What is listed but for the words. */
  listed: Listed;
  byRelevance: boolean;
  reading: ReadingName;
  /** Of the page before; null for the first page. */
  walk: Walk | null;
  now: Date;
  /** What is near in meaning, which is looked for meanwhile; null where it is not asked. */
  near: (() => Promise<VectorHit[] | null>) | null;
};

/** The words as they were read. */
export type Read = ReadTerms & { required: Term[]; corrections: Corrections };

export type Exact = {
  total: number;
  /** Null where another sort is asked: the database orders. */
  rows: CandidateRow[] | null;
  /** Whether partial matches were read along: `rows` has them too. */
  hasFurther: boolean;
  /** How many listings hold each term, where it was asked besides. */
  holding: number[] | null;
};

/**
 * What fits into the ranking needs no count besides. With fewer matches than `heldBelow` the same statement
 * counts what holds each term, which partial matches and spelling need, and reads `otherwise`.
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

/** Counted by a statement of its own where it was not asked besides. */
export async function holdingBeside(
  db: Database,
  read: Read,
  { holding }: Exact,
): Promise<number[]> {
  return holding ?? (await readHolding(db, read.terms, read.listings));
}

/** A word of so many listings, without any filter, is not counted: twice the bound was estimated. */
function areCommon({ listed }: WordsAsked, { required, excluded, listings }: Read): boolean {
  const [only, ...others] = required;
  if (only === undefined || others.length + excluded.length > 0) return false;
  const isFiltered = listedConditions(listed).length > 1;
  return !isFiltered && (only.share ?? 0) * listings > 2 * totalCountedMax;
}

/** What is listed where all of the words match. */
export function exactly(asked: WordsAsked, { required, excluded }: Read): Listed {
  const queries = [...required.map(termQuery), ...excluded.map((query) => `!(${query})`)];
  return { ...asked.listed, words: allOf(queries) };
}
