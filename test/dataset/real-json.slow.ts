/**
 * JSON documents that others wrote for other programs, and the table each holds, by DuckDB's count.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { generated, makeFolder, profileFile, VEGA } from "./support/dataset-files.ts";
import { connectDuckDb } from "./support/duckdb.ts";

const FOLDER = join(import.meta.dirname, "fixtures/json");

const folder = makeFolder();
let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await connectDuckDb();
});
afterAll(() => {
  connection.closeSync();
  folder.remove();
});

type Case = {
  file: string;
  /** Its package and licence. */
  source: string;
  shape: "records by key" | "values by key" | "array";
  /** The table's place in the document. */
  path: string;
  rows: number;
  /** What the alert counts next to the table; null if there is nothing. */
  beside: string | null;
  /** Columns for members that are not records. */
  strays?: number;
};

const countries = "npm countries-list 3.4.1, MIT";
const mdn = "npm mdn-data 2.37.2 css, CC0-1.0";
const vega = "npm vega-datasets 3.2.1, BSD-3-Clause";

function byKey(file: string, source: string, rows: number): Case {
  return { file, source, shape: "records by key", path: "$", rows, beside: null };
}

function pairs(file: string, source: string, rows: number): Case {
  return { file, source, shape: "values by key", path: "$", rows, beside: null };
}

const cases: Case[] = [
  byKey("units.json", mdn, 30),
  byKey("types.json", mdn, 39),
  byKey("at-rules.json", mdn, 19),
  // Two of its members, black and white, are single values, which get a column of their own.
  { ...byKey("material-colors.json", "npm material-colors 1.2.6, ISC", 25), strays: 1 },
  byKey("languages.min.json", countries, 115),
  pairs("css-color-names.json", "npm css-color-names 1.0.1, MIT", 148),
  pairs("currencies.symbol.min.json", countries, 160),
  pairs("countries.2to3.min.json", countries, 252),
  pairs("languages.en.min.json", countries, 115),
  pairs("continents.min.json", countries, 7),
  pairs("region.json", "npm language-subtag-registry 0.4.2, CC0-1.0", 305),
  {
    file: "sq.json",
    source: "npm i18n-iso-countries 7.14.0, MIT",
    shape: "values by key",
    path: "$.countries",
    rows: 250,
    beside: "1 value",
  },
  {
    file: "messages.json",
    source: "npm emojibase-data 17.0.0 pl, MIT",
    shape: "array",
    path: "$.subgroups",
    rows: 101,
    beside: "groups (10 records), skinTones (5 records)",
  },
  {
    file: join(VEGA, "miserables.json"),
    source: vega,
    shape: "array",
    path: "$.links",
    rows: 254,
    beside: "231 values outside of it, among them nodes (77 records)",
  },
  {
    file: join(VEGA, "volcano.json"),
    source: vega,
    shape: "array",
    path: "$.values",
    rows: 5307,
    beside: "2 values",
  },
  {
    file: join(VEGA, "annual-precip.json"),
    source: vega,
    shape: "array",
    path: "$.values",
    rows: 60_480,
    beside: "6 values",
  },
];

/** The number of members or elements at a path, and of their different keys. */
async function countByDuckDb(file: string, path: string, shape: Case["shape"]) {
  const count = shape === "array" ? "json_array_length(t)" : "len(json_keys(t))";
  const parts = shape === "array" ? "$[*]" : "$.*";
  const sql = `WITH d AS (SELECT json_extract(json, '${path}') AS t FROM
      read_json_objects('${file}', format = 'unstructured', maximum_object_size = 100000000)),
    parts AS (SELECT unnest(json_extract(t, '${parts}')) AS part FROM d),
    keys AS (SELECT DISTINCT unnest(json_keys(part)) AS key FROM parts
      WHERE json_type(part) = 'OBJECT')
    SELECT (SELECT ${count} FROM d) AS rows, (SELECT count(*) FROM keys) AS keys`;
  const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
  return { rows: Number(row?.rows), keys: Number(row?.keys) };
}

describe("JSON documents of others are read as the tables they hold:", () => {
  test.each(cases.map((item): [string, Case] => [item.file.split("/").at(-1) ?? "", item]))(
    "%s",
    async (_, { file, shape, path, rows, beside, strays = 0 }) => {
      const filePath = file.startsWith("/") ? file : join(FOLDER, file);
      const { profile } = generated(await profileFile(folder.path, filePath));
      const counted = await countByDuckDb(filePath, path, shape);
      expect([profile.row_count, counted.rows]).toEqual([rows, rows]);
      const named = { "records by key": 1, "values by key": 2, array: 0 }[shape];
      expect(profile.column_count).toBe(Math.max(1, counted.keys + named + strays));
      if (shape !== "array") expect(profile.columns[0]?.name).toBe("key");
      const alert = profile.alerts.find(({ code }) => code === "unread_members");
      if (beside === null) expect(alert).toBeUndefined();
      else expect(alert?.detail).toContain(beside);
    },
  );
});
