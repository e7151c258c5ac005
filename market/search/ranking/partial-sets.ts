/** Which listings may match some of the words: a few bounded sets, the most telling ones. Pure. */
import type { CandidateSet } from "../../../db/queries/search/candidates.ts";
import type { TermHolding } from "../cursor.ts";
import { allOf, anyOf, type Term, termQuery } from "./terms.ts";

export type HeldTerm = {
  term: Term;
  /** The rarest weighs most. */
  weight: number;
  holding: TermHolding;
};

/** Listings of each set, the newest ones. */
const manyWordsMax = 500;
export const oneWordMax = 200;
/** Sets of one word: the rarest ones. */
const oneWordSetsMax = 3;
/** With more alternatives than this, partial matches are found by the typed words alone. */
const combinedAlternativesMax = 60;

export type PartialSets = {
  /** Listings with two of the words, or with the phrases of the query. */
  better: CandidateSet[];
  /** Those with one of the rarest words: needed where the better ones are few. */
  further: CandidateSet[];
};

/**
 * Common words alone are no match, except where one of two is half of what was asked. `strict`: what each
 * must match besides; `not`: negations that each must match.
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
  // Both of two words are all of them.
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

/** Two rare words, or a rare and a common one; without any rare word, two common ones of three or more. */
function atLeastTwo(rare: string[], common: string[]): string | null {
  if (rare.length === 0) return common.length > 2 ? twoOf(common) : null;
  const ways = [twoOf(rare)];
  if (common.length > 0) ways.push(allOf([anyOf(rare), anyOf(common)]));
  const possible = ways.filter((way) => way !== null);
  return possible.length === 0 ? null : anyOf(possible);
}

/** By halves: as pairs, sixteen words would name each other a hundred times. */
function twoOf(queries: string[]): string | null {
  if (queries.length < 2) return null;
  const middle = Math.ceil(queries.length / 2);
  const halves = [queries.slice(0, middle), queries.slice(middle)];
  const ways = [allOf(halves.map(anyOf)), ...halves.map(twoOf)];
  return anyOf(ways.filter((way) => way !== null));
}
