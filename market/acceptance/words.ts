/** A contract in plain words. */
import type { AcceptanceTerms, Check, Operator } from "./schemas.ts";
import { operatorNames } from "./schemas.ts";

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
    const place = table === undefined ? "" : ` in table ${table}`;
    const ofColumns = properties.flatMap(({ name, logicalType, required, unique, ...own }) => {
      const column = `Column ${name}${place}`;
      const type = logicalType === undefined ? "" : ` of type ${logicalType}`;
      return [
        `${column} exists${type}`,
        ...(required === true ? [`${column} has no empty value`] : []),
        ...(unique === true ? [`${column} has no value twice`] : []),
        ...(own.quality ?? []).map((check) => `${column}: ${inWords(check)}`),
      ];
    });
    const ofTable = quality.map((check) => capital(`${inWords(check)}${place}`));
    return [...ofTable, ...ofColumns];
  });
}

function inWords(check: Check): string {
  const { name, metric = "rowCount", query, unit } = check;
  const operator = operatorNames.find((each) => check[each] !== undefined) ?? "mustBe";
  const expected = [check[operator] ?? ""].flat().join(" and ");
  const share = unit === "percent" ? " in percent" : "";
  const figure = query === undefined ? `${figures[metric]}${share}` : `the result of ${query}`;
  const told = `${figure} ${comparisons[operator]} ${expected}`;
  return name === undefined ? told : `${name} (${told})`;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
