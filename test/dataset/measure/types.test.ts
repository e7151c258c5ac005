/** A column's type, decided by all of its values. */
import { afterAll, describe, expect, test } from "bun:test";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes, typesOf } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

/** Small chunks, so that the late values of these tables come in a later chunk. */
const chunked = { limits: { chunkBytes: 2048 } };

type Case = {
  name: string;
  values: string[];
  type: ColumnProfile["type"];
  figures?: Partial<ColumnProfile>;
  alerts?: string[];
};

const numbers = (count: number): string[] => Array.from({ length: count }, (_, i) => String(i));

const cases: Case[] = [
  {
    name: "integers",
    values: numbers(2000),
    type: "integer",
    figures: { min: 0, max: 1999, mean: 999.5, distinct_count: 2000, null_count: 0 },
  },
  {
    name: "a late fraction makes numbers",
    values: [...numbers(2000), "0.5"],
    type: "number",
    figures: { min: 0, max: 1999, distinct_count: 2001 },
  },
  {
    name: "a late word is left out and reported",
    values: [...numbers(2000), "unknown"],
    type: "integer",
    figures: { min: 0, mean: 999.5, distinct_count: 2000, null_count: 1, unreadable_count: 1 },
    alerts: ["mixed_types"],
  },
  {
    name: "many late words make text",
    values: [...numbers(2000), ...Array.from({ length: 11 }, (_, i) => `unknown ${i}`)],
    type: "string",
    figures: { min: null, mean: null, distinct_count: 2011 },
    alerts: ["mixed_types"],
  },
  {
    name: "three words among a few numbers make text",
    values: ["1", "2", "two", "3", "three", "four"],
    type: "string",
  },
  {
    name: "a late code among numbers makes text",
    values: [...numbers(2000), "12A"],
    type: "string",
  },
  {
    name: "late spaces around a number change nothing, a late word for a missing one neither",
    values: [...numbers(2000), " 7 ", "NA"],
    type: "integer",
    figures: { min: 0, max: 1999, distinct_count: 2000, null_count: 1 },
  },
  { name: "a late leading zero makes text", values: [...numbers(2000), "007"], type: "string" },
  { name: "zero-padded codes", values: ["00501", "10115", "94043"], type: "string" },
  {
    name: "integers beyond 2^53 are exact",
    values: ["9007199254740993", "9223372036854775807", "-9223372036854775808"],
    type: "integer",
    figures: { min: "-9223372036854775808", max: "9223372036854775807", distinct_count: 3 },
  },
  {
    name: "integers beyond 64 bits stay text",
    values: ["9223372036854775808", "1", "2"],
    type: "string",
    figures: { distinct_count: 3 },
  },
  {
    name: "a code of 16 digits beside fractions stays text",
    values: ["1.5", "1234567890123456", "2"],
    type: "string",
  },
  {
    name: "NA and NaN among numbers are missing",
    values: ["1", "NA", "3", "NaN", "N/A", "8"],
    type: "integer",
    figures: { null_count: 3, mean: 4 },
    alerts: ["missing_values", "missing_tokens"],
  },
  {
    name: "NA among words is a word",
    values: ["DE", "NA", "FR", "NA", "US", "DE"],
    type: "string",
    figures: { null_count: 0, distinct_count: 4 },
  },
  {
    name: "only NA, then numbers late",
    values: [...Array.from({ length: 2000 }, () => "NA"), "5", "7"],
    type: "integer",
    figures: { null_count: 2000, min: 5, max: 7, mean: 6 },
  },
  {
    name: "infinite numbers are counted and left out",
    values: ["1", "inf", "-Infinity", "3"],
    type: "number",
    figures: { null_count: 0, min: 1, max: 3, mean: 2 },
    alerts: ["non_finite_values"],
  },
  { name: "numbers with exponents", values: ["1e3", "2.5E-2", "7"], type: "number" },
  { name: "padded numbers", values: [" 1", "2 ", "3"], type: "integer", figures: { mean: 2 } },
  {
    name: "booleans",
    values: ["true", "False", "TRUE", "false"],
    type: "boolean",
    figures: { distinct_count: 2 },
  },
  {
    name: "ISO dates",
    values: ["2024-01-31", "2023-02-28", "2025-12-01"],
    type: "date",
    figures: { min: "2023-02-28", max: "2025-12-01" },
  },
  {
    name: "a late impossible date is left out and reported",
    values: [...Array.from({ length: 500 }, () => "2024-01-31"), "2024-02-31"],
    type: "date",
    figures: { max: "2024-01-31", unreadable_count: 1 },
    alerts: ["mixed_types"],
  },
  {
    name: "month first",
    values: ["01/31/2024", "02/28/2023"],
    type: "date",
    figures: { min: "2023-02-28", max: "2024-01-31" },
  },
  {
    name: "a late day above 12 makes it day first",
    values: [...Array.from({ length: 500 }, () => "01/02/2024"), "31/03/2024"],
    type: "date",
    figures: { min: "2024-02-01", max: "2024-03-31" },
  },
  {
    name: "an impossible day is no other date",
    values: ["30/04/2024", "31/04/2024", "29/04/2024"],
    type: "string",
  },
  {
    name: "an impossible day is no other date, month first",
    values: ["11/30/2024", "11/31/2024", "10/31/2024"],
    type: "string",
  },
  {
    name: "dates with names of months",
    values: ["Jan 1 2000", "Feb 29 2000", "Dec 31 1999"],
    type: "date",
    figures: { min: "1999-12-31", max: "2000-02-29" },
  },
  {
    name: "day, month name, year",
    values: ["01-Feb-2024", "30-Jan-2024"],
    type: "date",
    figures: { min: "2024-01-30", max: "2024-02-01" },
  },
  {
    name: "day first with dots",
    values: ["01.02.2024", "13.01.2024"],
    type: "date",
    figures: { min: "2024-01-13", max: "2024-02-01" },
  },
  {
    name: "American times",
    values: ["1/31/2024 9:05", "12/1/2023 23:59"],
    type: "datetime",
    figures: { min: "2023-12-01T23:59:00", max: "2024-01-31T09:05:00" },
  },
  {
    name: "times without a zone get none",
    values: ["2024-01-31T10:00:00", "2024-01-31T11:30:00.250"],
    type: "datetime",
    figures: { min: "2024-01-31T10:00:00", max: "2024-01-31T11:30:00.25" },
  },
  {
    name: "times with zones are compared in UTC",
    values: ["2024-01-31T10:00:00+02:00", "2024-01-31T09:00:00Z"],
    type: "datetime",
    figures: { min: "2024-01-31T08:00:00Z", max: "2024-01-31T09:00:00Z" },
  },
  {
    name: "a late zone among times without one is left out and reported",
    values: [...Array.from({ length: 500 }, () => "2024-01-31T10:00:00"), "2024-01-31T10:00:00Z"],
    type: "datetime",
    figures: { max: "2024-01-31T10:00:00", unreadable_count: 1 },
    alerts: ["mixed_types"],
  },
  {
    name: "only missing values",
    values: ["", "", ""],
    type: "empty",
    figures: { null_count: 3, null_ratio: 1, distinct_count: 0 },
    alerts: ["all_missing"],
  },
  {
    name: "values only at the end",
    values: [...Array.from({ length: 2000 }, () => ""), "4", "6"],
    type: "integer",
    figures: { null_count: 2000, mean: 5, min: 4, max: 6 },
  },
  {
    name: "one value",
    values: ["5"],
    type: "integer",
    figures: { std: null, mean: 5, median: 5 },
  },
];

describe("column types come from the whole file", () => {
  test.each(cases)("$name", async ({ values, type, figures, alerts }) => {
    const content = `row,value\n${values.map((value, i) => `r${i},${value}\n`).join("")}`;
    for (const options of [{}, chunked]) {
      const { profile } = generated(await profileBytes(folder.path, content, options));
      const column = profile.columns[1];
      expect(column).toMatchObject({ type, ...figures });
      const codes = column?.alerts.map((alert) => alert.code) ?? [];
      expect(codes).toEqual(expect.arrayContaining(alerts ?? []));
    }
  });

  test("JSON values keep their types: numeric strings stay text, late kinds make a column mixed", async () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({
      id: i,
      code: String(i),
      day: "2024-01-31",
      flag: i % 2 === 0,
      big: 1,
      late: i < 499 ? i : "text",
      fraction: i < 499 ? i : 0.5,
      nested: { at: [i] },
      list: [i],
    }));
    const lines = rows.map((row) =>
      JSON.stringify(row).replace('"big":1', '"big":9007199254740993'),
    );
    for (const options of [{}, { limits: { chunkBytes: 8192 } }]) {
      const content = lines.join("\n");
      const { profile, sample } = generated(await profileBytes(folder.path, content, options));
      expect(profile.format).toBe("jsonl");
      expect(typesOf(profile)).toEqual([
        "id:integer",
        "code:string",
        "day:date",
        "flag:boolean",
        "big:integer",
        "late:mixed",
        "fraction:number",
        "nested:object",
        "list:array",
      ]);
      expect(profile.columns[4]).toMatchObject({ min: "9007199254740993", distinct_count: 1 });
      const [first] = sample.rows;
      expect(first?.[4]).toBe("9007199254740993");
      expect(first?.[7]).toEqual({ at: [first?.[0]] });
    }
  });

  test("keys that appear late are missing in the rows before, and duplicates stay exact", async () => {
    const lines = Array.from({ length: 600 }, (_, i) =>
      JSON.stringify(i < 500 ? { a: i % 250 } : { a: i, b: i }),
    );
    const options = { limits: { chunkBytes: 4096 } };
    const { profile } = generated(await profileBytes(folder.path, lines.join("\n"), options));
    expect(profile.row_count).toBe(600);
    expect(profile.columns[1]).toMatchObject({ name: "b", null_count: 500, min: 500, max: 599 });
    expect(profile.duplicates).toMatchObject({ rows: 250, method: "exact" });
    expect(profile.completeness.complete_rows).toBe(100);
  });

  test("__proto__ is a key like any other", async () => {
    const content = '[{"__proto__": 1, "a": 2}, {"__proto__": 3, "a": 4}]';
    const { profile, sample } = generated(await profileBytes(folder.path, content));
    expect(typesOf(profile)).toEqual(["__proto__:integer", "a:integer"]);
    expect(sample.rows).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  const jsonShapes: [name: string, content: string, rows: unknown[][]][] = [
    ["an array of objects", '[{"a":1},{"a":2}]', [[1], [2]]],
    [
      "an array of arrays",
      "[[1,2],[3,4]]",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["an array of numbers", "[1, 2, 3]", [[1], [2], [3]]],
    ["an object holding an array", '{"meta":{"n":[1,2,3]},"data":[{"a":1},{"a":2}]}', [[1], [2]]],
    ["the array of objects, not a longer one of numbers", '{"x":[1,2,3],"rows":[{"a":1}]}', [[1]]],
    ["lines with blank lines between", '{"a":1}\n\n{"a":2}\n', [[1], [2]]],
    [
      "lines of which the first is longer than what is looked at",
      `{"a":"${"x".repeat(100_000)}"}\n{"a":"y"}\n`,
      [[`${"x".repeat(500)}…`], ["y"]],
    ],
    ["brackets and quotes inside strings", '[{"a":"]}\\"["},{"a":"{"}]', [[']}"['], ["{"]]],
    ["empty strings are values", '[{"a":""},{"a":null}]', [[""], [null]]],
  ];
  test.each(jsonShapes)("JSON records are found: %s", async (_, content, rows) => {
    const { sample, profile } = generated(await profileBytes(folder.path, content));
    expect(sample.rows).toEqual(rows);
    expect(profile.row_count).toBe(rows.length);
  });
});
