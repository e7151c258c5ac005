/** The names of a contract's standard (ODCS) in words. Everything else is shown unchanged. Pure. */
import { ownEntry } from "../own-entry.ts";
import type { Operator } from "./schemas.ts";

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 15 });

const metricWords: Record<string, string> = {
  rowCount: "Number of rows",
  nullValues: "Missing values",
  missingValues: "Missing values",
  invalidValues: "Values that are not in the list",
  duplicateValues: "Duplicate values",
  matchedValues: "The buyer's values found",
  query: "SQL condition",
};

const operatorWords: Record<Operator, string> = {
  mustBe: "exactly",
  mustNotBe: "anything but",
  mustBeGreaterThan: "more than",
  mustBeGreaterOrEqualTo: "at least",
  mustBeLessThan: "less than",
  mustBeLessOrEqualTo: "at most",
  mustBeBetween: "between",
  mustNotBeBetween: "not between",
};

const anyType = "any type";

/** Ends what is expected of a share. */
export const percentMark = " percent";

/** The unit of a figure of which this is expected, to put after it. */
export const unitOf = (expected: string): string =>
  /^\w+ [-+\d.e]+(?: and [-+\d.e]+)? percent$/.test(expected) ? " %" : "";

/** Of `duplicateValues of item_id`: "Duplicate values in item_id". */
export function checkWords(title: string): string {
  const [, metric = "", column] = /^(\w+)(?: of (.+))?$/s.exec(title) ?? [];
  const words = ownEntry(metricWords, metric);
  if (words !== undefined) return column === undefined ? words : `${words} in ${column}`;
  return title.replace(/^column /, "Column ");
}

/** Of `mustBeGreaterOrEqualTo 12000`: "at least 12,000". */
export function expectedWords(expected: string): string {
  if (expected === anyType) return "exists";
  const [, operator = "", value = ""] = /^(\w+) (.*)$/s.exec(expected) ?? [];
  if (!Object.hasOwn(operatorWords, operator)) return expected;
  if (value === "true" && operator === "mustBe") return "true";
  const unit = unitOf(expected);
  const values = (unit === "" ? value : value.slice(0, -percentMark.length)).split(" and ");
  return `${operatorWords[operator as Operator]} ${values.map(shownValue).join(" and ")}${unit}`;
}

const shownValue = (value: string): string =>
  /^-?\d+(?:\.\d+)?$/.test(value) ? numbers.format(Number(value)) : value;

/** Of a check that did not pass: "Number of rows: 200, expected at least 12,000." */
export const brokenWords = (title: string, figure: unknown, expected: string): string =>
  `${checkWords(title)}: ${figure}${unitOf(expected)}, expected ${expectedWords(expected)}.`;
