/** Which matches are good enough to be what was asked for. */
import { describe, expect, test } from "bun:test";
import { countriesIn } from "../../../market/facts/countries.ts";
import { namesIn } from "../../../market/search/interpret/names.ts";
import { isWeakMatch, type JudgedBy } from "../../../market/search/ranking/match-quality.ts";

type Match = Parameters<typeof isWeakMatch>[0];

const match = (coverage: number, vectors: number, missing: number[]): Match => ({
  isExact: missing.length === 0,
  missing,
  score: { coverage, vectors },
});
const judged: JudgedBy = { hasMeaning: true, names: new Set(), subject: [] };
const byWords = { ...judged, hasMeaning: false };

test.each<[what: string, match: Match, by: JudgedBy, isWeak: boolean]>([
  ["all words", match(0.1, 0, []), judged, false],
  ["most words", match(0.35, 0.2, [1]), judged, false],
  ["few words and no meaning", match(0.1, 0.15, [0, 1]), judged, true],
  ["no words and a near meaning", match(0, 0.3, [0, 1]), judged, true],
  ["no words and nearly the same meaning", match(0, 0.45, [0, 1]), judged, false],
  ["a third of the words, without a model", match(0.17, 0, [0, 1]), byWords, false],
  ["fewer words, without a model", match(0.16, 0, [0, 1]), byWords, true],
  ["all but a name", match(0.45, 0.4, [2]), { ...judged, names: new Set([2]) }, true],
  ["all but a word", match(0.45, 0.4, [1]), { ...judged, names: new Set([2]) }, false],
  ["the place alone", match(0.4, 0.3, [0, 1]), { ...judged, subject: [0, 1] }, true],
  ["the place and a word", match(0.4, 0.3, [1]), { ...judged, subject: [0, 1] }, false],
  ["all but one word beside a name", match(0.4, 0.3, [1]), { ...judged, subject: [1] }, false],
])("%s", (_what, one, by, isWeak) => {
  expect(isWeakMatch(one, by)).toBe(isWeak);
});

describe("names in a query", () => {
  test.each<[query: string, names: string[], places?: string[]]>([
    ["tide gauge readings in Brest", ["Brest"], ["Brest"]],
    ["Weather of New York", ["New", "York"], ["New", "York"]],
    ["tide gauges in brest", []],
    ["penguins with GPS position", []],
    ["list of French words", []],
    ["house prices in Germany", [], ["Germany"]],
    ["population of the US", [], ["US"]],
    ["tell us the population", []],
    ["Hourly Weather Of Seattle", []],
    ["Häuser und Wohnungen in Oldenburg", []],
  ])("%s", (query, names, places = []) => {
    const found = namesIn(query);
    expect([...found.names]).toEqual(names);
    expect([...found.places]).toEqual(places);
  });
});

describe("countries in a text", () => {
  test.each<[text: string, codes: string[]]>([
    ["GDP of Germany and Côte d'Ivoire", ["DE", "CI"]],
    ["the United States, 2010", ["US"]],
    ["U.S. employment", ["US"]],
    ["Bosnia and Herzegovina", ["BA"]],
    ["guinea pigs told us", []],
    ["", []],
  ])("%s", (text, codes) => {
    expect([...countriesIn(text).codes]).toEqual(codes);
  });
});
