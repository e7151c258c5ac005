/** The required terms under which a saved search is indexed. */
import { describe, expect, test } from "bun:test";
import { lexemesOf, rarest, requiredWords } from "../../../market/saved-search/required-terms.ts";

const common: Record<string, number> = { data: 0.5, weather: 0.1, climat: 0.05, rain: 0.2 };
const shareOf = (lexeme: string) => common[lexeme] ?? 0.0001;

const cases: [tree: string, terms: string[] | null][] = [
  ["'kelvin'", ["w:kelvin"]],
  ["'data' & 'kelvin'", ["w:kelvin"]],
  ["'data' & 'weather'", ["w:weather"]],
  // Of two equally rare terms, the longer.
  ["'abc' & 'abcdef'", ["w:abcdef"]],
  ["'weather' | 'climat'", ["w:weather", "w:climat"]],
  ["'rain' & ( 'weather' | 'climat' )", ["w:weather", "w:climat"]],
  ["'data' & ( 'weather' | 'rain' ) & 'seattl'", ["w:seattl"]],
  ["'seattl' <-> 'weather'", ["w:seattl"]],
  ["'seattl' <2> 'weather' | 'rain'", ["w:seattl", "w:rain"]],
  ["'o''neil'", ["w:o'neil"]],
  ["'a\\\\b'", ["w:a\\b"]],
  // Prefixes, and words that occur everywhere, for which no single word can be required.
  ["'seattl':*", ["b:seat"]],
  ["'sea':*", null],
  ["'sea':*A & 'weather':B", ["w:weather"]],
  ["'sea':* | 'weather'", null],
  ["'seat':* | 'kelvin'", ["b:seat", "w:kelvin"]],
  ["T", null],
  ["", null],
  ["!'rain'", null],
];

describe("the words that a search requires", () => {
  test.each(cases)("of %s", (tree, terms) => {
    expect(requiredWords(tree, shareOf)?.terms ?? null).toEqual(terms);
  });

  test("are all of its lexemes, once", () => {
    expect(lexemesOf("'rain' & ( 'o''neil' | 'rain' )")).toEqual(["rain", "o'neil"]);
  });
});

test("without any requirement every listing is looked at", () => {
  expect(rarest([])).toEqual({ terms: ["*"], share: 1 });
});
