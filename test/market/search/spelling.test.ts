import { describe, expect, test } from "bun:test";
import { meantWord, mendText } from "../../../market/search/spelling.ts";

describe("a misspelt word", () => {
  const cases: [word: string, alike: string[], meant: string | null][] = [
    ["langauge", ["lang", "language"], "language"],
    ["pengiun", ["penguins", "penguin"], "penguin"],
    ["earthqake", ["earthquakes", "earthquake"], "earthquake"],
    ["weathr", ["whether", "weather"], "weather"],
    ["rian", ["rain", "ian"], "ian"],
    ["windows", ["window", "windowszones"], "window"],
    ["windows", ["windowszones"], "windowszones"],
    ["wind", ["windowszones"], null],
    ["erdbeben", ["erde", "beben"], null],
    ["xyz", [], null],
  ];
  test.each(cases)("%s, of %j: %p", (word, alike, meant) => {
    expect(meantWord(word, alike)).toBe(meant);
  });

  test("that other languages have is left as it is, or is the beginning of another", () => {
    expect(meantWord("diamantes", ["diabetes"], true)).toBeNull();
    expect(meantWord("windows", ["window", "windowszones"], true)).toBe("windowszones");
  });

  test("is mended among words that are known", () => {
    const known = { word: "codes", alike: [] };
    expect(mendText([{ word: "langauge", alike: ["language"] }, known])).toBe("language codes");
    expect(mendText([known])).toBeNull();
  });
});
