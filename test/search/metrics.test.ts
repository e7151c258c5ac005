/** The measures of a ranking, compared with published worked examples. */
import { describe, expect, test } from "bun:test";
import {
  discountedGain,
  ndcgAt,
  recallAt,
  reciprocalRank,
  successAtOne,
} from "./support/metrics.ts";

/** Graded items in order of falling scores, as in scikit-learn's examples. */
function ranked(
  grades: readonly number[],
  scores: readonly number[],
): { ranking: string[]; grades: object } {
  const items = grades.map((grade, index) => ({ grade, name: `d${index}`, score: scores[index] }));
  const order = [...items].sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  return {
    ranking: order.map(({ name }) => name),
    grades: Object.fromEntries(items.map(({ name, grade }) => [name, grade])),
  };
}

describe("normalised discounted cumulative gain", () => {
  test("the worked example of Wikipedia: 6.861, of 8.740 at best, is 0.785", () => {
    const grades = { D1: 3, D2: 2, D3: 3, D4: 0, D5: 1, D6: 2, D7: 3, D8: 2 };
    expect(discountedGain([3, 2, 3, 0, 1, 2])).toBeCloseTo(6.861, 3);
    expect(discountedGain([3, 3, 3, 2, 2, 2])).toBeCloseTo(8.74, 3);
    expect(ndcgAt(6, ["D1", "D2", "D3", "D4", "D5", "D6"], grades)).toBeCloseTo(0.785, 3);
  });

  // From the documentation of sklearn.metrics.ndcg_score, which prints two decimals.
  test.each([
    { scores: [0.1, 0.2, 0.3, 4, 70], depth: 5, ndcg: 0.69 },
    { scores: [0.05, 1.1, 1, 0.5, 0], depth: 5, ndcg: 0.49 },
    { scores: [0.05, 1.1, 1, 0.5, 0], depth: 4, ndcg: 0.35 },
  ])("scikit-learn's example of depth $depth: $ndcg", ({ scores, depth, ndcg }) => {
    const { ranking, grades } = ranked([10, 0, 0, 1, 5], scores);
    expect(Math.floor(100 * ndcgAt(depth, ranking, { ...grades })) / 100).toBe(ndcg);
  });

  test("is 1 for the best order, 0 for nothing found and for nothing to find", () => {
    expect(ndcgAt(10, ["a", "b", "c"], { a: 2, b: 1 })).toBe(1);
    expect(ndcgAt(10, [], { a: 2 })).toBe(0);
    expect(ndcgAt(10, ["a"], {})).toBe(0);
  });
});

describe("reciprocal rank", () => {
  // The example of Wikipedia's article: the third, the second and the first place.
  test.each([
    { answers: ["catten", "cati", "cats"], right: "cats", rank: 1 / 3 },
    { answers: ["torii", "tori", "toruses"], right: "tori", rank: 1 / 2 },
    { answers: ["viruses", "virii", "viri"], right: "viruses", rank: 1 },
    { answers: ["virus"], right: "viruses", rank: 0 },
  ])("$right: $rank", ({ answers, right, rank }) => {
    expect(reciprocalRank(answers, { [right]: 2 })).toBe(rank);
  });
});

describe("recall and success", () => {
  const grades = { a: 2, b: 2, c: 1 };
  const cases: [name: string, ranking: string[], depth: number, recall: number, first: number][] = [
    ["all right answers", ["a", "b"], 10, 1, 1],
    ["one of two, behind a wrong one", ["x", "a"], 10, 0.5, 0],
    ["a useful one is no right one", ["c"], 10, 0, 0],
    ["what stands beyond the depth is not counted", ["x", "a", "b"], 2, 0.5, 0],
    ["of more right answers than the depth, as many as fit", ["a"], 1, 1, 1],
    ["nothing", [], 10, 0, 0],
  ];
  test.each(cases)("%s", (_name, ranking, depth, recall, first) => {
    expect([recallAt(depth, ranking, grades), successAtOne(ranking, grades)]).toEqual([
      recall,
      first,
    ]);
  });
});
