/** Acceptance contracts as people state them in a form. */
import { expect, test } from "bun:test";
import type { AcceptanceTerms } from "../../../market/acceptance/schemas.ts";
import { termsInWords } from "../../../market/acceptance/words.ts";
import { MarketError } from "../../../market/errors.ts";
import { decodeSketch } from "../../../sdk/src/value-sketch.ts";
import {
  atTermsFields,
  choiceOf,
  noTerms,
  readTermsForm,
  termsFormOf,
  termsOf,
} from "../../../site/kit/terms-form.ts";

const read = (fields: Record<string, string>) => readTermsForm(new URLSearchParams(fields));
const choice = (fields: Record<string, string>) => choiceOf(read(fields));

function faultsOf(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof MarketError) return error.faults.map(({ pointer }) => pointer);
    throw error;
  }
  return [];
}

test("an untouched form states no condition", () => {
  expect(read({})).toEqual(noTerms);
  expect(choice({})).toBeUndefined();
  expect(choice({ acceptance_rows: " ", acceptance_sql: "\r\n" })).toBeUndefined();
});

const filled = {
  acceptance_rows: "1,200",
  acceptance_rows_max: "9000",
  acceptance_sql: "SELECT max(day) >= {today} FROM {object}",
  acceptance_column_1: "id",
  acceptance_missing_1: "0",
  acceptance_unique_1: "true",
  acceptance_column_3: "price",
  acceptance_missing_3: "2.5",
  acceptance_from_3: "-1",
  acceptance_to_3: "1,000.5",
  acceptance_column_6: "day",
  acceptance_from_6: "2020-01-01",
  acceptance_days_6: "7",
};

const outside = "{property} < -1 OR {property} > 1000.5";

test("each filled field is a check", () => {
  expect(choice(filled)).toEqual({
    schema: [
      {
        quality: [
          { metric: "rowCount", mustBeGreaterOrEqualTo: 1200 },
          { metric: "rowCount", mustBeLessOrEqualTo: 9000 },
          { type: "sql", query: filled.acceptance_sql, mustBe: true },
        ],
        properties: [
          { name: "id", required: true, unique: true },
          {
            name: "price",
            quality: [
              { metric: "nullValues", unit: "percent", mustBeLessOrEqualTo: 2.5 },
              {
                name: "values outside -1 to 1000.5",
                type: "sql",
                query: `SELECT count(*) FILTER (WHERE ${outside}) FROM {object}`,
                mustBe: 0,
              },
            ],
          },
          {
            name: "day",
            quality: [
              {
                name: "values below 2020-01-01",
                type: "sql",
                query:
                  "SELECT count(*) FILTER (WHERE {property} < DATE '2020-01-01') FROM {object}",
                mustBe: 0,
              },
              {
                name: "newest value is at most 7 days old",
                type: "sql",
                query: "SELECT max({property}) >= {today} - 7 FROM {object}",
                mustBe: true,
              },
            ],
          },
        ],
      },
    ],
  });
});

test("own values become a sketch, which shows the share that must be found", () => {
  const keys = Array.from({ length: 60 }, (_, at) => `key ${at}`).join("\r\n");
  const terms = choice({
    acceptance_keys_column: "id",
    acceptance_keys_percent: "80",
    acceptance_keys: keys,
  });
  const check = terms?.schema?.[0]?.properties?.[0]?.quality?.[0];
  expect(check).toMatchObject({
    metric: "matchedValues",
    unit: "percent",
    mustBeGreaterOrEqualTo: 80,
  });
  expect(decodeSketch(check?.arguments?.sketch ?? "")?.hashes).toHaveLength(60);
  expect(JSON.stringify(terms)).not.toContain("key 1");
});

test("faults name the field that they are about", () => {
  const cases: [Record<string, string>, string[]][] = [
    [{ acceptance_rows: "many" }, ["acceptance_rows"]],
    [{ acceptance_missing_2: "5" }, ["acceptance_column_2"]],
    [{ acceptance_column_2: "a", acceptance_missing_2: "101" }, ["acceptance_missing_2"]],
    [{ acceptance_column_2: "a", acceptance_days_2: "-1" }, ["acceptance_days_2"]],
    [{ acceptance_keys: "a" }, ["acceptance_keys_column", "acceptance_keys_percent"]],
    [
      { acceptance_keys_column: "a", acceptance_keys_percent: "5", acceptance_keys: "a\nb" },
      ["acceptance_keys"],
    ],
    [{ acceptance_table: "other" }, ["acceptance_table"]],
    [{ acceptance_json: "{" }, ["acceptance_json"]],
    [{ acceptance_json: "[{}]" }, ["acceptance_json"]],
    [{ acceptance_json: "[]", acceptance_rows: "5" }, ["acceptance_json"]],
    [{ acceptance_sql: "x".repeat(2001) }, ["acceptance_sql"]],
    [{ acceptance_rows: "5", acceptance_sql: "x".repeat(2001) }, ["acceptance_sql"]],
  ];
  for (const [fields, names] of cases) {
    const wanted = names.map((name) => `/${name}`);
    expect(
      faultsOf(() => choice(fields)),
      JSON.stringify(fields),
    ).toEqual(wanted);
  }
});

test("a use case's faults are shown at the field of their condition", () => {
  const at = (pointer: string, form = read(filled)) => {
    const faults = [{ pointer, code: "invalid_acceptance", detail: "No." }];
    const placed = atTermsFields(new MarketError("invalid_acceptance", "No.", { faults }), form);
    return placed instanceof MarketError ? placed.faults[0]?.pointer : null;
  };
  expect(at("/acceptance/schema/0/quality/2")).toBe("/acceptance_sql");
  expect(at("/contract/schema/0/properties/1/quality/0")).toBe("/acceptance_column_3");
  expect(at("/acceptance/schema/0/properties/3")).toBe("/acceptance_keys");
  expect(at("/acceptance")).toBe("/acceptance");
  expect(at("/price_cents")).toBe("/price_cents");
  const json = read({ acceptance_json: "[{}]" });
  expect(at("/acceptance/schema/0/quality/0", json)).toBe("/acceptance_json");
});

test("a contract that the fields can express comes back in them, any other as JSON", () => {
  const terms = termsOf(read(filled));
  if (terms === undefined) throw new Error("it states conditions");
  const stored = JSON.parse(JSON.stringify(terms)) as AcceptanceTerms;
  expect(termsOf(termsFormOf(stored))).toEqual(stored);
  expect(termsFormOf(stored)).toMatchObject({ json: "", rows: "1200", columns: { length: 6 } });
  const others: AcceptanceTerms[] = [
    { schema: [{ quality: [{ metric: "rowCount", mustBe: 5 }] }] },
    { schema: [{ properties: [{ name: "a" }] }, { name: "b", properties: [{ name: "a" }] }] },
    { schema: [{ properties: [{ name: "a", logicalType: "date" }] }] },
    { schema: [{ properties: [{ name: "a", quality: [{ metric: "nullValues", mustBe: 0 }] }] }] },
  ];
  for (const other of others) {
    const form = termsFormOf(other);
    expect(form.json).not.toBe("");
    expect(termsOf(form)).toEqual(other);
  }
  const empty = { schema: [{ properties: [{ name: "a", required: false }] }] };
  expect(termsFormOf(empty)).toMatchObject({ json: "", columns: { 0: { column: "a" } } });
  expect(termsFormOf(null)).toEqual(noTerms);
});

test("the conditions read as plain words, without placeholders", () => {
  const words = termsInWords(termsOf(read(filled)) ?? { schema: [] });
  expect(words).toContain("Column price: no value is outside -1 to 1000.5");
  expect(words.join("\n")).not.toMatch(/[{}]/);
  const bounds = (from: string, to: string, days = "") =>
    termsInWords(
      termsOf(
        read({
          ...{ acceptance_column_1: "day", acceptance_from_1: from },
          ...{ acceptance_to_1: to, acceptance_days_1: days },
        }),
      ) ?? { schema: [] },
    ).slice(1);
  expect(bounds("2026-01-01", "")).toEqual(["Column day: no value is below 2026-01-01"]);
  expect(bounds("", "it's", "1")).toEqual([
    "Column day: no value is above it's",
    "Column day: the newest value is at most 1 day old",
  ]);
  const query = "SELECT max({property}) > min({property}) + {today} FROM {object}";
  const own: AcceptanceTerms = {
    schema: [{ name: "t", properties: [{ name: "day", quality: [{ query, mustBe: true }] }] }],
  };
  expect(termsInWords(own)[1]).toBe(
    "Column day in table t: the result of SELECT max(day) > min(day) + the day of the check FROM t is true",
  );
});

test.each([
  ["rows", { acceptance_rows: "10", acceptance_rows_max: "5" }, "/acceptance_rows_max"],
  [
    "numbers",
    { acceptance_column_2: "price", acceptance_from_2: "9", acceptance_to_2: "3" },
    "/acceptance_to_2",
  ],
  [
    "dates",
    { acceptance_column_2: "day", acceptance_from_2: "2026-02-01", acceptance_to_2: "2026-01-01" },
    "/acceptance_to_2",
  ],
])("a minimum above the maximum is refused at its field: %s", (_name, fields, pointer) => {
  expect(faultsOf(() => termsOf(read(fields)))).toEqual([pointer]);
});
