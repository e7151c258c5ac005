/** Scores matches by rarity, coverage, fields and priors. Pure. */
import type { CandidateRow } from "../../../db/queries/search/candidates.ts";
import type { Grade } from "./terms.ts";

/** The facts about a term for ranking. */
export type RankedTerm = {
  /** From 0 to 1: its weight times its rarity. */
  weight: number;
  isRequired: boolean;
  /** Too common to be a match by itself if there are rarer words. */
  isCommon: boolean;
  grades: Grade[];
};

/** The parts add up to `total`. */
type Score = {
  total: number;
  coverage: number;
  fields: number;
  words: number;
  quality: number;
  vectors: number;
};

export type Ranked = {
  id: string;
  isExact: boolean;
  score: Score;
  missing: readonly number[];
};

/** `isByWords`: its words would be enough to list it. */
export type RankedMatch = Ranked & { isByWords: boolean };

/** The maximum of each part; without vectors they add up to 1. */
const shares = {
  coverage: 0.5,
  fields: 0.3,
  pairs: 0.08,
  density: 0.04,
  quality: 0.05,
  fresh: 0.03,
};

/** What a file without a score, such as running text, counts as: a usual table's score. */
const UNSCORED_AS = 0.85;

/** The most that similarity in meaning adds. */
const vectorsShare = 0.5;

const yearSeconds = 365 * 24 * 3600;

/** A word in more listings than this is common, in a small catalogue as in a large one. */
const commonListingsMin = 20;
const commonShareMin = 0.05;

/** The minimum coverage of a partial match, relative to the best one. */
const coverageOfBestMin = 0.3;

/** From 0 to 1: how informative a word is that this many of all listings contain. */
export function rarity(holding: number, listings: number): number {
  const all = Math.max(listings, holding, 1);
  return Math.log(1 + all / (1 + holding)) / Math.log(1 + all);
}

/** Whether a word in this many listings is too common to be a match by itself. */
export function isCommon(holding: number, listings: number): boolean {
  return holding > Math.max(commonListingsMin, commonShareMin * listings);
}

/** Shared by hundreds of matches that lack nothing. */
const none: readonly number[] = [];

/** `similarity`: in meaning, from 0 to 1; 0 if unknown. */
export function scoreCandidate(
  terms: RankedTerm[],
  row: CandidateRow,
  similarity: number,
  now: Date,
): Ranked {
  const all = terms.reduce((sum, term) => sum + term.weight, 0) || 1;
  let covered = 0;
  let placed = 0;
  let missing = none;
  let index = -1;
  for (const term of terms) {
    index += 1;
    const grade = term.grades[Number(row.grades[index] ?? 0) - 1];
    if (grade === undefined) {
      if (term.isRequired) missing = [...missing, index];
      continue;
    }
    covered += (term.weight * grade.alternativeWeight) / all;
    placed += (term.weight * grade.alternativeWeight * grade.fieldWeight) / all;
  }
  const ageYears = Math.max(0, now.getTime() / 1000 - row.publishedAtSeconds) / yearSeconds;
  const pairs = row.pairs / Math.max(1, terms.length - 1);
  const coverage = round(shares.coverage * covered);
  const fields = round(shares.fields * placed);
  const words = round(shares.pairs * pairs + shares.density * row.density);
  const priors =
    shares.quality * (row.qualityScore ?? UNSCORED_AS) + shares.fresh * Math.exp(-ageYears);
  const quality = round(priors);
  const vectors = round(vectorsShare * similarity);
  const total = round(coverage + fields + words + quality + vectors);
  return {
    id: row.id,
    isExact: missing.length === 0,
    missing,
    score: { total, coverage, fields, words, quality, vectors },
  };
}

/** Four decimals, so that a score is written the same everywhere. */
const round = (value: number) => Math.round(value * 1e4) / 1e4;

/**
 * Exact matches, and partial ones that are worth a place. A match by only common words is dropped, unless
 * these are half of the query; so is one that covers only a small part of what the best covers.
 */
export function keepMatches(terms: RankedTerm[], ranked: Ranked[]): RankedMatch[] {
  const partial = ranked.filter((match) => !match.isExact);
  const best = partial.reduce((most, { score }) => Math.max(most, score.coverage), 0);
  const required = terms.flatMap((term, index) => (term.isRequired ? [{ ...term, index }] : []));
  const judged = new Map<string, boolean>();
  const isByWords = (match: Ranked): boolean => {
    if (match.isExact) return true;
    if (match.score.coverage < coverageOfBestMin * best) return false;
    // Hundreds of matches lack the same few words.
    const key = match.missing.join();
    const says = judged.get(key) ?? saysEnough(required, match.missing);
    judged.set(key, says);
    return says;
  };
  const kept: RankedMatch[] = [];
  for (const match of ranked) {
    const { id, isExact, missing, score } = match;
    const says = isByWords(match);
    if (says || score.vectors > 0) kept.push({ id, isExact, missing, score, isByWords: says });
  }
  return kept;
}

function saysEnough(
  required: Pick<RankedTerm & { index: number }, "weight" | "isCommon" | "index">[],
  missing: readonly number[],
): boolean {
  const covered = required.filter(({ index }) => !missing.includes(index));
  if (covered.some((term) => !term.isCommon)) return true;
  const weigh = (some: typeof required) => some.reduce((sum, term) => sum + term.weight, 0);
  return covered.length > 0 && weigh(covered) >= weigh(required) / 2;
}

/** The order by relevance, from 0 to 11: exact matches are above all others. */
export const relevance = (match: Ranked) => (match.isExact ? 10 : 0) + match.score.total;

/** Best first; of equal ones, the later id. */
export function compareMatches(one: Ranked, other: Ranked): number {
  return relevance(other) - relevance(one) || (one.id < other.id ? 1 : -1);
}
