/** A contract in plain words. */
import { counted } from "../counted.ts";
import type { AcceptanceTerms, Check, Operator } from "./schemas.ts";
import { operatorNames } from "./schemas.ts";
import { daysOf, outsideWords, placeholder, rangeOf } from "./value-checks.ts";

const comparisons: Record<Operator, string> = {
  mustBe: "is",
  mustNotBe: "is not",
  mustBeGreaterThan: "is more than",
  mustBeGreaterOrEqualTo: "is at least",
  mustBeLessThan: "is less than",
  mustBeLessOrEqualTo: "is at most",
  mustBeBetween: "is between",
  mustNotBeBetween: "is not between",
};

const figures: Record<NonNullable<Check["metric"]>, string> = {
  rowCount: "the number of rows",
  nullValues: "the number of empty values",
  missingValues: "the number of missing values",
  invalidValues: "the number of invalid values",
  duplicateValues: "the number of duplicate values",
  matchedValues: "the number of the buyer's values",
};

/** One line for each condition, such as `The number of rows is at least 1000`. */
export function termsInWords({ schema }: AcceptanceTerms): string[] {
  return schema.flatMap(({ name: table, quality = [], properties = [] }) => {
    const place = table === undefined ? "" : ` in table ${shortened(table, shownTableCharsMax)}`;
    const ofColumns = properties.flatMap(({ name, logicalType, required, unique, ...own }) => {
      const column = `Column ${shortened(name)}${place}`;
      const type = logicalType === undefined ? "" : ` of type ${logicalType}`;
      return [
        `${column} exists${type}`,
        ...(required === true ? [`${column} has no empty value`] : []),
        ...(unique === true ? [`${column} has no value twice`] : []),
        ...(own.quality ?? []).map((check) => `${column}: ${ofColumn(check, { name, table })}`),
      ];
    });
    const ofTable = quality.map((check) => capital(`${inWords(check, { table })}${place}`));
    return [...ofTable, ...ofColumns];
  });
}

type Place = { name?: string; table: string | undefined };

/** The forms of a page make conditions that need no SQL to be understood. */
function ofColumn(check: Check, place: Place): string {
  const range = rangeOf(check);
  if (range !== null) return `no value is ${outsideWords(range)}`;
  const days = daysOf(check);
  if (days !== null) return `the newest value is at most ${counted(days, "day")} old`;
  return inWords(check, place);
}

function inWords(check: Check, place: Place): string {
  const { name, metric = "rowCount", query, unit, arguments: given } = check;
  const columns = given?.properties?.join(", ");
  const operator = operatorNames.find((each) => check[each] !== undefined) ?? "mustBe";
  const expected = [check[operator] ?? ""].flat().join(" and ");
  const share = unit === "percent" ? " in percent" : "";
  const figure =
    query === undefined
      ? `${figures[metric]}${columns === undefined ? "" : ` of ${columns} together`}${share}`
      : `the result of ${filledIn(query, place)}`;
  const told = `${figure} ${comparisons[operator]} ${expected}`;
  return name === undefined ? told : `${name} (${told})`;
}

/** The query with the names that its placeholders stand for. */
function filledIn(query: string, { name, table }: Place): string {
  const values: Record<string, string> = {
    object: shortened(table ?? "the data", shownTableCharsMax),
    property: shortened(name ?? "the column"),
    today: "the day of the check",
  };
  const filled = query.replaceAll(placeholder, (all, word: string) => values[word] ?? all);
  return shortened(filled, shownQueryCharsMax);
}

const shownNameCharsMax = 60;
/** Repeated for each column. */
const shownTableCharsMax = 20;
const shownQueryCharsMax = 500;

const shortened = (text: string, charsMax = shownNameCharsMax) =>
  text.length <= charsMax ? text : `${text.slice(0, charsMax).toWellFormed()}…`;

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
