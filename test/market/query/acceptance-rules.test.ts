/** Acceptance contracts: what is computed for each check, and when a figure satisfies it. */
import { describe, expect, test } from "bun:test";
import { acceptanceRefusals } from "../../../market/acceptance/rules.ts";
import { acceptanceTerms } from "../../../market/acceptance/schemas.ts";
import { termsInWords } from "../../../market/acceptance/words.ts";
import { compileTerms, typeFault } from "../../../market/query/acceptance/compile.ts";
import { type Figure, holds, withoutPayment } from "../../../market/query/acceptance/judge.ts";
import { sketchValues } from "../../../sdk/src/value-sketch.ts";

const today = "2026-11-30";
const checksOf = (properties: object[], quality: object[] = []) =>
  compileTerms(acceptanceTerms.parse({ schema: [{ properties, quality }] }), today).figures;

describe("a check", () => {
  const cases: [name: string, property: object, sql: string][] = [
    ["nullValues", { quality: [{ metric: "nullValues", mustBe: 0 }] }, `count(*) - count("a b")`],
    ["required", { required: true }, `count(*) - count("a b")`],
    ["unique", { unique: true }, `count("a b") - count(DISTINCT "a b")`],
    [
      "validValues",
      {
        quality: [{ metric: "invalidValues", arguments: { validValues: ["x'", 2] }, mustBe: 0 }],
      },
      `count(*) FILTER (WHERE "a b" NOT IN ('x''', 2))`,
    ],
    [
      "validValues with an empty value",
      {
        quality: [{ metric: "invalidValues", arguments: { validValues: [null, "x"] }, mustBe: 0 }],
      },
      `count(*) FILTER (WHERE "a b" NOT IN ('x'))`,
    ],
    [
      "missingValues of none but empty ones",
      {
        quality: [{ metric: "missingValues", arguments: { missingValues: [null] }, mustBe: 0 }],
      },
      `count(*) - count("a b")`,
    ],
    [
      "missingValues in percent",
      {
        quality: [
          {
            metric: "missingValues",
            arguments: { missingValues: ["-"] },
            unit: "percent",
            mustBeLessThan: 5,
          },
        ],
      },
      `100.0 * (count(*) FILTER (WHERE "a b" IS NULL OR "a b" IN ('-'))) / nullif(count(*), 0)`,
    ],
  ];
  test.each(cases)("%s is one query", (_name, property, sql) => {
    const [check] = checksOf([{ name: "a b", ...property }]);
    expect(check?.measure).toEqual({ sql: `SELECT ${sql} AS figure FROM dataset` });
  });

  test("a combination of columns counts as one value, told apart by lengths", () => {
    const properties = ["a", "b"];
    const [check] = checksOf(
      [],
      [{ metric: "duplicateValues", arguments: { properties }, mustBe: 0 }],
    );
    const key = `(CAST(length(CAST("a" AS text)) AS text) || ':' || CAST("a" AS text) || CAST("b" AS text))`;
    expect(check?.measure).toEqual({
      sql: `SELECT count(${key}) - count(DISTINCT ${key}) AS figure FROM dataset`,
    });
    expect(check).toMatchObject({ title: "duplicateValues of a, b", isProbe: true });
  });

  test("a query's placeholders are the table, the column and the day of the check", () => {
    const query = "SELECT max({property}) >= {today} - 1 FROM {object}";
    const [check] = checksOf([{ name: 'd"ay', quality: [{ type: "sql", query, mustBe: true }] }]);
    expect(check?.measure).toEqual({
      sql: `SELECT max("d""ay") >= DATE '${today}' - 1 FROM dataset`,
    });
    expect(check?.pointer).toBe("/schema/0/properties/0/quality/0");
  });
});

const refused: [why: string, check: object][] = [
  ["no metric", { mustBe: 0 }],
  ["no operator", { metric: "nullValues" }],
  ["two operators", { metric: "nullValues", mustBe: 0, mustBeLessThan: 5 }],
  ["a text for a count", { metric: "nullValues", mustBe: "0" }],
  ["both query and metric", { query: "SELECT 1", metric: "nullValues", mustBe: 0 }],
  [
    "arguments of another metric",
    { metric: "nullValues", arguments: { validValues: [1] }, mustBe: 0 },
  ],
  ["invalid values without valid ones", { metric: "invalidValues", mustBe: 0 }],
  ["text that runs backwards", { query: "SELECT 1 -- \u202e", mustBe: 1 }],
  ["an invisible space in its name", { name: "a\u200bb", metric: "nullValues", mustBe: 1 }],
  ["an unknown field", { metric: "nullValues", mustBe: 0, threshold: 5 }],
  [
    "columns of a column",
    { metric: "duplicateValues", arguments: { properties: ["a"] }, mustBe: 0 },
  ],
];
test.each(refused)("terms with %s are refused", (_why, check) => {
  const terms = { schema: [{ properties: [{ name: "a", quality: [check] }] }] };
  expect(acceptanceTerms.safeParse(terms).success).toBe(false);
});

test("a character that nobody sees is named with its place; joiners of words are not refused", () => {
  const fault = (query: string) =>
    acceptanceTerms.safeParse({ schema: [{ quality: [{ query, mustBe: 1 }] }] }).error?.issues[0]
      ?.message;
  expect(fault("SELECT 1\n -- \u{1f600}\u202e")).toBe(
    "has the invisible character U+202E in line 2, column 6",
  );
  expect(fault("SELECT count(*) FILTER (WHERE a = '\u0645\u06cc\u200c\u062e') FROM {object}")).toBe(
    undefined,
  );
});

test("terms have up to 100 columns in all tables, and 8,000 characters without their sketches", () => {
  const parse = (tables: object[]) => acceptanceTerms.safeParse({ schema: tables }).success;
  const columns = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `column ${at}` }));
  expect(parse([{ properties: columns(50) }, { properties: columns(50) }])).toBe(true);
  expect(parse([{ properties: columns(51) }, { properties: columns(50) }])).toBe(false);
  const query = (chars: number) => `SELECT ${"x".repeat(chars - "SELECT ".length)}`;
  const checks = (chars: number) =>
    Array.from({ length: 5 }, () => ({ query: query(chars), mustBe: 1 }));
  expect(parse([{ quality: checks(1500) }])).toBe(true);
  expect(parse([{ quality: checks(1600) }])).toBe(false);
  const values = sketchValues(Array.from({ length: 1000 }, (_, at) => String(at)));
  const matched = { metric: "matchedValues", mustBeGreaterThan: 5, arguments: { sketch: values } };
  expect(values.length).toBeGreaterThan(8000);
  expect(parse([{ properties: [{ name: "id", quality: [matched] }] }])).toBe(true);
});

test("words shorten long names and queries, which a contract repeats", () => {
  const long = "é".repeat(1000);
  const query = `SELECT count(*)${"+{property}".repeat(100)} FROM {object}`;
  const property = { name: long, quality: [{ query, mustBe: 1 }] };
  const words = termsInWords({ schema: [{ name: long, properties: [property] }] });
  expect(words.length).toBe(2);
  expect(words.join("").length).toBeLessThan(1000);
});

test("terms without a check, of another table's metric or with too many checks are refused", () => {
  const many = Array.from({ length: 21 }, () => ({ metric: "rowCount", mustBeGreaterThan: 0 }));
  for (const table of [{}, { quality: [{ metric: "nullValues", mustBe: 0 }] }, { quality: many }]) {
    expect(acceptanceTerms.safeParse({ schema: [table] }).success).toBe(false);
  }
});

const judged: [figure: Figure, operator: string, value: unknown, passes: boolean][] = [
  [5, "mustBe", 5, true],
  [5, "mustNotBe", 5, false],
  [5, "mustBeGreaterThan", 5, false],
  [5, "mustBeGreaterOrEqualTo", 5, true],
  [5, "mustBeLessThan", 6, true],
  [5, "mustBeLessOrEqualTo", 4, false],
  [5, "mustBeBetween", [5, 9], true],
  [4, "mustBeBetween", [5, 9], false],
  [4, "mustNotBeBetween", [5, 9], true],
  ["9007199254740993", "mustBeGreaterThan", 9, true],
  ["2026-11-30", "mustBeGreaterOrEqualTo", "2026-11-29", true],
  ["2026-11-28", "mustBeGreaterOrEqualTo", "2026-11-29", false],
  [true, "mustBe", true, true],
  [false, "mustBe", true, false],
  [true, "mustBe", 1, false],
  ["text", "mustNotBe", 5, false],
  [null, "mustNotBe", 5, false],
];
test.each(judged)("%p %s %p: %p", (figure, operator, value, passes) => {
  expect(holds(figure, { operator, value } as Parameters<typeof holds>[1])).toBe(passes);
});

test("a column of the wrong type is named with both types", () => {
  const check = { pointer: "", table: undefined, column: "a", logicalType: "number" } as const;
  expect(typeFault(check, [{ name: "a", type: "integer" }])).toBeNull();
  expect(typeFault(check, [{ name: "a", type: "string" }])).toBe(
    'Column "a" is of type string, not number.',
  );
  expect(typeFault(check, [])).toBe('There is no column "a".');
});

test("what a refunded buyer sees is rounded, and holds no text of the file", () => {
  const result = {
    ...{ pointer: "", title: "", expected: "", passed: false, query: null, detail: null },
    is_probe: true,
  };
  expect(withoutPayment({ ...result, figure: 123_456 }).figure).toBe(120_000);
  expect(withoutPayment({ ...result, figure: "secret" }).figure).toBeNull();
  expect(withoutPayment({ ...result, figure: 123_456, is_probe: false }).figure).toBe(123_456);
});

test("an account's checks about values have a budget, and its failures a limit", () => {
  const terms = acceptanceTerms.parse({
    schema: [
      {
        quality: [
          { metric: "rowCount", mustBeGreaterThan: 1 },
          { query: "SELECT max(a) FROM {object}", mustBe: 1 },
        ],
      },
    ],
  });
  const codes = (probes: number, failuresInDay: number, isPromised = false) =>
    acceptanceRefusals({ terms, isPromised, probes, probesMax: 3, failuresInDay }).map(
      ({ code }) => code,
    );
  expect(codes(2, 9)).toEqual([]);
  expect(codes(3, 9)).toEqual(["acceptance_budget_spent"]);
  expect(codes(3, 9, true)).toEqual([]);
  expect(codes(0, 10)).toEqual(["limit_reached"]);
});
