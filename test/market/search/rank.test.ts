/** Which matches are listed, and in which order: tables of the ranking's pure rules. */
import { describe, expect, test } from "bun:test";
import type { CandidateRow } from "../../../db/queries/search/candidates.ts";
import {
  compareMatches,
  isCommon,
  keepMatches,
  type RankedTerm,
  rarity,
  scoreCandidate,
} from "../../../market/search/ranking/rank.ts";

const now = new Date("2026-01-01T00:00:00Z");
const grades = [
  { query: "'typed':A", alternativeWeight: 1, fieldWeight: 1 },
  { query: "'typed':C", alternativeWeight: 1, fieldWeight: 0.5 },
  { query: "'synonym':A", alternativeWeight: 0.5, fieldWeight: 1 },
];

const term = (weight: number, isCommon = false): RankedTerm => {
  return { weight, isRequired: true, isCommon, grades };
};

/** `digits`: the grade of each term, 0 for none. */
function row(id: string, digits: string): CandidateRow {
  const publishedAtSeconds = now.getTime() / 1000;
  return { id, grades: digits, pairs: 0, density: 0, qualityScore: 0, publishedAtSeconds };
}

const score = (terms: RankedTerm[], digits: string) =>
  scoreCandidate(terms, row(digits, digits), 0, now);

test("a file without a score ranks between a good and a bad one", () => {
  const scores = [0.99, null, 0.3].map((qualityScore) => {
    return scoreCandidate([], { ...row("a", ""), qualityScore }, 0, now).score.total;
  });
  expect(scores.toSorted((one, other) => other - one)).toEqual(scores);
  expect(new Set(scores).size).toBe(3);
});

/** The listed candidates, best first. */
function kept(terms: RankedTerm[], candidates: string[]): string[] {
  const ranked = candidates.map((digits) => score(terms, digits));
  return keepMatches(terms, ranked)
    .sort(compareMatches)
    .map(({ id }) => id);
}

describe("the order", () => {
  const cases: [name: string, terms: RankedTerm[], better: string, worse: string][] = [
    ["all words stand above most of them", [term(1), term(1)], "33", "10"],
    ["the rarer word weighs more", [term(1), term(0.4)], "10", "01"],
    ["the title stands above the description", [term(1)], "1", "2"],
    ["the typed word stands above a synonym", [term(1)], "1", "3"],
  ];
  test.each(cases)("%s", (_name, terms, better, worse) => {
    expect(kept(terms, [worse, better])[0]).toBe(better);
  });
});

describe("kept partial matches", () => {
  const four = [term(1), term(1), term(1), term(1)];
  const cases: [name: string, terms: RankedTerm[], candidates: string[], expected: string[]][] = [
    ["one word of four beside three of them", four, ["1110", "0001"], ["1110", "0001"]],
    [
      "a quarter of what the best one covers",
      [term(1), term(0.5), term(1)],
      ["101", "010"],
      ["101"],
    ],
    ["a common word alone", [term(1), term(0.3, true)], ["10", "01"], ["10"]],
    ["a common word that is half of what was asked", [term(1), term(1, true)], ["01"], ["01"]],
    ["a synonym that matches all beside better ones", [term(1)], ["1", "3"], ["1", "3"]],
  ];
  test.each(cases)("%s", (_name, terms, candidates, expected) => {
    expect(kept(terms, candidates)).toEqual(expected);
  });
});

describe("rarity", () => {
  test("falls from one word nobody has to one that all have", () => {
    const values = [0, 5, 100, 1000].map((holding) => rarity(holding, 1000));
    expect(values[0]).toBe(1);
    expect(values.toSorted((one, other) => other - one)).toEqual(values);
    expect(values[3]).toBeLessThan(0.11);
  });

  test.each([
    { holding: 20, listings: 100, expected: false },
    { holding: 21, listings: 100, expected: true },
    { holding: 50_000, listings: 1_000_000, expected: false },
    { holding: 50_001, listings: 1_000_000, expected: true },
  ])("$holding of $listings listings are common: $expected", ({ holding, listings, expected }) => {
    expect(isCommon(holding, listings)).toBe(expected);
  });
});
