/** Information retrieval measures of a ranking. Pure; from 0 to 1, higher is better. */

/** The right answers to one question: each item's grade. Items without a grade are worth 0. */
export type Grades = Readonly<Record<string, number>>;

/** From this grade on an item is a right answer; below it is only useful. */
const rightGradeMin = 2;

/**
 * The share of right answers among the first `depth`. If there are more than `depth` right answers,
 * the share of those that fit, so that 1 can always be reached.
 */
export function recallAt(depth: number, ranking: readonly string[], grades: Grades): number {
  const right = Object.values(grades).filter((grade) => grade >= rightGradeMin).length;
  const found = ranking.slice(0, depth).filter((item) => isRight(grades, item)).length;
  return right === 0 ? 0 : found / Math.min(right, depth);
}

/**
 * Normalised discounted cumulative gain of the first `depth`, with the grade as gain and the binary
 * logarithm as discount (Järvelin and Kekäläinen 2002, as trec_eval's `ndcg_cut` has it).
 */
export function ndcgAt(depth: number, ranking: readonly string[], grades: Grades): number {
  const gains = ranking.slice(0, depth).map((item) => grades[item] ?? 0);
  const ideal = Object.values(grades).sort((a, b) => b - a);
  const best = discountedGain(ideal.slice(0, depth));
  return best === 0 ? 0 : discountedGain(gains) / best;
}

/** One over the place of the first right answer; 0 without one. */
export function reciprocalRank(ranking: readonly string[], grades: Grades): number {
  const place = ranking.findIndex((item) => isRight(grades, item));
  return place === -1 ? 0 : 1 / (place + 1);
}

/** Whether the first of all is a right answer: 1 or 0. */
export function successAtOne(ranking: readonly string[], grades: Grades): number {
  const [first] = ranking;
  return first !== undefined && isRight(grades, first) ? 1 : 0;
}

/** The sum of gains, each divided by the binary logarithm of its place and one. */
export function discountedGain(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

function isRight(grades: Grades, item: string): boolean {
  return (grades[item] ?? 0) >= rightGradeMin;
}
