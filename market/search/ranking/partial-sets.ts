/** Which listings may match some of the words: a few bounded sets with the rarest words. Pure. */
import type { CandidateSet } from "../../../db/queries/search/candidates.ts";
import type { TermHolding } from "../cursor.ts";
import { allOf, anyOf, type Term, termQuery } from "./terms.ts";

export type HeldTerm = {
  term: Term;
  /** The rarest term weighs most. */
  weight: number;
  holding: TermHolding;
};

/** Maximum listings in each set, the newest ones. */
const manyWordsMax = 500;
export const oneWordMax = 200;
/** Sets of one word, for the rarest ones. */
const oneWordSetsMax = 3;
/** With more alternatives than this, only the typed words find partial matches. */
const combinedAlternativesMax = 60;

export type PartialSets = {
  /** Listings with two of the words, or with the query's phrases. */
  better: CandidateSet[];
  /** Listings with one of the rarest words, needed if there are few better ones. */
  further: CandidateSet[];
};

/**
 * Only common words are no match, unless one of two is half of the query. `strict`: queries that every
 * listing must match too; `not`: negated queries that every listing must match.
 */
export function partialSets(held: HeldTerm[], strict: string[], not: string[]): PartialSets {
  const known = held
    .filter(({ holding }) => holding !== "unknown")
    .sort((one, other) => other.weight - one.weight);
  const query = queryOf(known.map(({ term }) => term));
  const rare = known.filter(({ holding }) => holding === "rare").map(({ term }) => query(term));
  const common = known.filter(({ holding }) => holding === "common").map(({ term }) => query(term));
  const mustHold = [...strict, ...not];
  const within = (words: string) => allOf([words, ...mustHold]);
  const sets: PartialSets = { better: [], further: [] };
  // Two of two words would be an exact match.
  const two = held.length > 2 || strict.length > 0 ? atLeastTwo(rare, common) : null;
  if (two !== null) sets.better.push({ query: within(two), limit: manyWordsMax });
  if (strict.length > 0) sets.better.push({ query: allOf(mustHold), limit: oneWordMax });
  const halves = rare.length === 0 && held.length === 2 ? common : [];
  for (const words of [...rare, ...halves].slice(0, oneWordSetsMax)) {
    sets.further.push({ query: within(words), limit: oneWordMax });
  }
  return sets;
}

function queryOf(terms: Term[]): (term: Term) => string {
  const alternatives = terms.reduce((sum, term) => sum + term.alternatives.length, 0);
  if (alternatives <= combinedAlternativesMax) return termQuery;
  return (term) =>
    anyOf(
      term.alternatives
        .filter(({ kind }) => kind === "typed" || kind === "spelling")
        .map(({ query }) => query),
    );
}

/** Two rare words, or a rare and a common one; without rare words, two common ones of three or more. */
function atLeastTwo(rare: string[], common: string[]): string | null {
  if (rare.length === 0) return common.length > 2 ? twoOf(common) : null;
  const ways = [twoOf(rare)];
  if (common.length > 0) ways.push(allOf([anyOf(rare), anyOf(common)]));
  const possible = ways.filter((way) => way !== null);
  return possible.length === 0 ? null : anyOf(possible);
}

/** Recursive halving, because sixteen words would make a hundred pairs. */
function twoOf(queries: string[]): string | null {
  if (queries.length < 2) return null;
  const middle = Math.ceil(queries.length / 2);
  const halves = [queries.slice(0, middle), queries.slice(middle)];
  const ways = [allOf(halves.map(anyOf)), ...halves.map(twoOf)];
  return anyOf(ways.filter((way) => way !== null));
}
