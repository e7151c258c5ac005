/** Whether a match is good enough to be what was asked for. Pure. */
import type { Ranked } from "./rank.ts";

type Judged = Pick<Ranked, "isExact" | "missing"> & {
  score: Pick<Ranked["score"], "coverage" | "vectors">;
};

export type JudgedBy = {
  /** Whether any match of the search has a similarity in meaning. */
  hasMeaning: boolean;
  /** Terms that a match has to have: they name a place or a person. */
  names: ReadonlySet<number>;
  /** Of a query that names something, the other required terms: a match has to have one of several. */
  subject: readonly number[];
};

/** The most that coverage and similarity can add to a score (`rank.ts`). */
const partMax = 0.5;

/**
 * Calibrated on the tuning half of test/search: 4 % of the right answers are below them, and half of the
 * best wrong ones. Coverage counts more than meaning, which finds something near for any query.
 */
const strengthMin = 0.88;
const coverageFactor = 1.5;
const coverageMin = 0.33;

/** A single word besides a name may be a verb: "what did Donald Trump write". */
const subjectMin = 2;

/** A match of all words is good. Any other needs enough of them, or their meaning, and every name. */
export function isWeakMatch(
  { isExact, missing, score }: Judged,
  { hasMeaning, names, subject }: JudgedBy,
): boolean {
  if (isExact) return false;
  if (missing.some((index) => names.has(index))) return true;
  if (subject.length >= subjectMin && subject.every((index) => missing.includes(index)))
    return true;
  const coverage = score.coverage / partMax;
  if (!hasMeaning) return coverage < coverageMin;
  return coverageFactor * coverage + score.vectors / partMax < strengthMin;
}
