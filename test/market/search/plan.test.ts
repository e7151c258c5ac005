/** The plan that planQuery makes from a query: words, phrases and excluded words. */
import { expect, test } from "bun:test";
import { planQuery } from "../../../market/search/plan.ts";
import { charactersRead } from "../../support/characters-read.ts";

const options = { interpret: true, now: new Date("2026-11-22T12:00:00Z") };

test.each([
  ["seattle weather", ["seattle", "weather"], [], []],
  ["rain,wind;  snow", ["rain", "wind", "snow"], [], []],
  ['"sea level" rise -ice -"old maps"', ["rise"], ["sea level"], ["ice", "old maps"]],
  ['"never closed', [], ["never closed"], []],
  ["x -- b - c", ["x", "b", "c"], [], []],
  ["c++ c# 50%", ["c++", "c#", "50%"], [], []],
  ["sea-level (2019)", ["sea-level", "2019"], [], []],
  ['… ??? "" -', [], [], []],
])("%s", (query, words, phrases, excluded) => {
  const plan = planQuery(query, options);
  expect(plan.concepts.map(({ typed }) => typed)).toEqual(words);
  expect(plan.phrases).toEqual(phrases);
  expect(plan.excluded).toEqual(excluded);
});

test.each([
  ["Autos mit Verbrauch", ["Autos", "Verbrauch"]],
  ["MIT courses", ["MIT", "courses"]],
  ["la riots", ["la", "riots"]],
])(
  "%s: small words of another language go where the others are of that language",
  (query, words) => {
    expect(planQuery(query, options).concepts.map(({ typed }) => typed)).toEqual(words);
  },
);

test("each concept has the typed word first, with full weight", () => {
  for (const { typed, alternatives } of planQuery("kelvin readings", options).concepts) {
    expect(alternatives[0]).toEqual({ words: typed, weight: 1, kind: "typed", language: "en" });
  }
});

const hostile: [string, string][] = [
  ["one word of 10,000 letters", "x".repeat(10_000)],
  ["signs", "!".repeat(10_000)],
  ["quotes", '"'.repeat(300)],
  ["currency signs", "$".repeat(300)],
  ["amounts", "1,".repeat(150)],
  ["bounds without an end", "under 1 ".repeat(37)],
  ["ranges without an end", "between 1 and ".repeat(21)],
  ["dates without an end", "2019-".repeat(60)],
  ["accents", `a${"\u0301".repeat(299)}`],
  ["ligatures that fold into many letters", "\ufdfa".repeat(300)],
  ["families", "\u{1f469}\u200d\u{1f467}".repeat(75)],
  ["filters", "free csv under 10 dollars since 2019 ".repeat(8)],
  ["words of a table's prototype", "constructor __proto__ toString hasOwnProperty valueOf"],
  ["choices", "or ".repeat(100)],
  ["negations", "x not in ".repeat(33)],
];

/** Reads per character of a query; the most expensive of these takes 112, typical ones 30. */
const readsPerCharacterMax = 150;

test.each(hostile)("%s cost work that grows only with the query", async (_name, query) => {
  const read = await charactersRead(() => planQuery(query, options));
  expect(read).toBeLessThan(query.length * readsPerCharacterMax);
  const twice = await charactersRead(() => planQuery(`${query} ${query}`, options));
  expect(twice).toBeLessThan(3 * read);
});
