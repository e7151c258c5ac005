/** A contract's results read as sentences, whatever their columns are called. */
import { expect, test } from "bun:test";
import { brokenWords, checkWords, expectedWords } from "../../../market/acceptance/result-words.ts";

test.each([
  ["rowCount", "Number of rows"],
  ["duplicateValues of item of the day", "Duplicate values in item of the day"],
  ["query of day", "SQL condition in day"],
  ["matchedValues of id", "The buyer's values found in id"],
  ["column item_id", "Column item_id"],
  ["constructor of x", "constructor of x"],
  ["Fresh enough", "Fresh enough"],
])("the check %p reads %p", (title, words) => {
  expect(checkWords(title)).toBe(words);
});

test.each([
  ["mustBeGreaterOrEqualTo 12000", "at least 12,000"],
  ["mustBeBetween 1 and 5000", "between 1 and 5,000"],
  ["mustBeGreaterOrEqualTo 80 percent", "at least 80 %"],
  ["mustBeBetween 1 and 2.5 percent", "between 1 and 2.5 %"],
  ["mustBe a percent", "exactly a percent"],
  ["mustBe true", "true"],
  ["mustBe ", "exactly "],
  ["any type", "exists"],
  ["string", "string"],
])("the expectation %p reads %p", (expected, words) => {
  expect(expectedWords(expected)).toBe(words);
});

test("a check that a seller's file breaks reads as a sentence", () => {
  expect(brokenWords("rowCount", 200, "mustBeGreaterOrEqualTo 12000")).toBe(
    "Number of rows: 200, expected at least 12,000.",
  );
});
