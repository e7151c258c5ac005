/** Conditions that no file can meet are refused when they are written, not after a charge. */
import { expect, test } from "bun:test";
import { acceptanceTerms } from "../../../market/acceptance/schemas.ts";

const rows = (...quality: object[]) => ({ schema: [{ quality }] });
const column = (...quality: object[]) => ({ schema: [{ properties: [{ name: "id", quality }] }] });
const rowCount = (operator: object) => ({ metric: "rowCount", ...operator });
const nulls = (operator: object) => ({ metric: "nullValues", unit: "percent", ...operator });
const sql = (operator: object) => ({
  type: "sql",
  query: "SELECT max(id) FROM {object}",
  ...operator,
});

const messages = (terms: object) =>
  acceptanceTerms
    .safeParse(terms)
    .error?.issues.map(({ message, path }) => [path.slice(-2).join("/"), message]) ?? [];

test.each([
  ["a count below none", rows(rowCount({ mustBe: -1 })), "0/mustBe"],
  ["fewer than none", rows(rowCount({ mustBeLessThan: 0 })), "0/mustBeLessThan"],
  ["half a row", rows(rowCount({ mustBe: 2.5 })), "0/mustBe"],
  ["no whole number between", rows(rowCount({ mustBeBetween: [2.2, 2.8] })), "0/mustBeBetween"],
  ["more rows than any file has", rows(rowCount({ mustBe: 1e29 })), "0/mustBe"],
  ["more than everything", column(nulls({ mustBeGreaterThan: 100 })), "0/mustBeGreaterThan"],
  ["a share above all", column(nulls({ mustBeGreaterOrEqualTo: 101 })), "0/mustBeGreaterOrEqualTo"],
])("%s can be met by no file", (_name, terms, place) => {
  expect(messages(terms)).toEqual([[place, "can be met by no file"]]);
});

test.each([
  ["of numbers", rows(rowCount({ mustBeBetween: [10, 1] }))],
  ["of a query", rows(sql({ mustBeBetween: ["2026-02-01", "2026-01-01"] }))],
  ["excluded", rows(sql({ mustNotBeBetween: [3, 2] }))],
])("a range that starts above its end is refused: %s", (_name, terms) => {
  expect(messages(terms).map(([, message]) => message)).toContain("starts above its end");
});

test("two conditions that exclude each other are refused at the second", () => {
  const least = rowCount({ mustBeGreaterOrEqualTo: 10 });
  const refused = [["1/metric", "contradicts an earlier condition"]];
  expect(messages(rows(least, rowCount({ mustBeLessOrEqualTo: 5 })))).toEqual(refused);
  const share = nulls({ mustBeLessThan: 5 });
  expect(messages(column(share, nulls({ mustBeGreaterOrEqualTo: 5 })))).toEqual(refused);
});

const typed = (...types: string[]) => ({
  schema: [{ properties: types.map((logicalType) => ({ name: "id", logicalType })) }],
});

test.each([
  ["two types of one column", typed("integer", "string"), "1/logicalType"],
  ["a type of the second mention", typed("number", "integer", "date"), "2/logicalType"],
  [
    "two types in two mentions of a table",
    { schema: [...typed("integer").schema, ...typed("boolean").schema] },
    "0/logicalType",
  ],
  [
    "a required column with missing values",
    {
      schema: [
        {
          properties: [
            {
              ...{ name: "id", required: true },
              quality: [{ metric: "nullValues", mustBeGreaterThan: 0 }],
            },
          ],
        },
      ],
    },
    "0/metric",
  ],
  [
    "two counts in two mentions of a table",
    {
      schema: [rowCount({ mustBe: 1 }), rowCount({ mustBe: 2 })].map((one) => ({ quality: [one] })),
    },
    "0/metric",
  ],
])("what no file can meet together is refused: %s", (_name, terms, place) => {
  expect(messages(terms)).toEqual([[place, "contradicts an earlier condition"]]);
});

test.each([
  ["a number that is an integer", typed("number", "integer")],
  [
    "different types in different tables",
    {
      schema: ["a", "b"].map((name, at) => ({
        name,
        properties: [{ name: "id", logicalType: at === 0 ? "date" : "string" }],
      })),
    },
  ],
  ["exact bounds", rows(rowCount({ mustBeGreaterOrEqualTo: 5 }), rowCount({ mustBe: 5 }))],
  ["no row at all", rows(rowCount({ mustBeLessOrEqualTo: 0 }))],
  ["a huge bound", rows(rowCount({ mustBeLessThan: 1e308 }))],
  ["all values missing", column(nulls({ mustBeGreaterThan: 99.9 }))],
  ["a count and a share", column(nulls({ mustBe: 0 }), { metric: "nullValues", mustBe: 0 })],
  ["anything of a query", rows(sql({ mustBe: -1 }))],
  ["a range of mixed types", rows(sql({ mustBeBetween: [1, "a"] }))],
  ["an exclusion", rows(rowCount({ mustNotBe: -1 }))],
])("a condition that a file may meet is taken: %s", (_name, terms) => {
  expect(messages(terms)).toEqual([]);
});
