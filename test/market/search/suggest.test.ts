import { expect, test } from "bun:test";
import { categoriesLike, typedWords } from "../../../market/search/suggest/rules.ts";

test.each([
  ["w", null],
  ["  ,;' ", null],
  ["wea", { whole: [], beginning: "wea" }],
  ["Seattle  we", { whole: ["seattle"], beginning: "we" }],
  ["open-d", { whole: ["open"], beginning: "d" }],
  ["temp_max", { whole: ["temp"], beginning: "max" }],
  ["a'b:*|c", { whole: ["a", "b"], beginning: "c" }],
  ["Übersee", { whole: [], beginning: "übersee" }],
  [
    "one two three four five six seven",
    { whole: ["one", "two", "three", "four", "five"], beginning: "six" },
  ],
])("the words of %p", (text, expected) => {
  expect(typedWords(text)).toEqual(expected);
});

test("categories are found by the beginning of a word", () => {
  expect(categoriesLike(" Fin").map(({ id }) => id)).toEqual(["financial"]);
  expect(categoriesLike("inancial")).toEqual([]);
});
