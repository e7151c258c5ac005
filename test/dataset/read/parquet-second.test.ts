/** Parquet that Polars cannot read (encodings, types, broken columns), by the second reader. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { DuckDBConnection } from "@duckdb/node-api";
import { type ColumnSource, type ParquetWriteOptions, parquetWriteBuffer } from "hyparquet-writer";
import {
  I32,
  readThrift,
  type ThriftFields,
  type ThriftList,
  writeThrift,
} from "../../../dataset/read/parquet/thrift-tree.ts";
import { PARQUET_TEXT, parquetOf, parquetText } from "../hostile/parquet-writer.ts";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  typesOf,
} from "../support/dataset-files.ts";
import { connectDuckDb } from "../support/duckdb.ts";

const folder = makeFolder();
let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await connectDuckDb();
});
afterAll(() => {
  connection.closeSync();
  folder.remove();
});

type Options = Omit<ParquetWriteOptions, "writer" | "columnData">;

function written(columnData: ColumnSource[], options: Options = {}): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData, ...options }));
}

async function select(name: string, sql: string): Promise<string> {
  const filePath = join(folder.path, name);
  await connection.run(`COPY (${sql}) TO '${filePath}' (FORMAT parquet, COMPRESSION uncompressed)`);
  return filePath;
}

const ids = { name: "id", data: [1, 2, 3], type: "INT32" as const };

test("bytes of every type split into streams are read", async () => {
  const split = { encoding: "BYTE_STREAM_SPLIT" } as const;
  const bytes = written([
    { name: "whole", data: [1, -2, 3], type: "INT32", ...split },
    { name: "long", data: [1n, -(2n ** 62n), 3n], type: "INT64", ...split },
    { name: "real", data: [1.5, -2.25, 3], type: "DOUBLE", ...split },
    { name: "half", data: [0.5, -2, 65504], type: "FLOAT16", ...split },
  ]);
  const { profile, sample } = generated(await profileBytes(folder.path, bytes));
  expect(typesOf(profile)).toEqual(["whole:integer", "long:integer", "real:number", "half:number"]);
  expect(sample.rows).toEqual([
    [1, 1, 1.5, 0.5],
    [-2, String(-(2n ** 62n)), -2.25, -2],
    [3, 3, 3, 65504],
  ]);
  expect(profile.columns[1]).toMatchObject({ min: String(-(2n ** 62n)), max: 3 });
});

test("floats of 16 bits are numbers, and the names of an enumeration are texts", async () => {
  const half = { name: "half", data: [0.5, -2, 65504], type: "FLOAT16" as const };
  const halves = generated(await profileBytes(folder.path, written([ids, half])));
  expect(typesOf(halves.profile)).toEqual(["id:integer", "half:number"]);
  expect(halves.profile.columns[1]).toMatchObject({ min: -2, max: 65504 });
  const named = parquetOf({ rows: 9, type: PARQUET_TEXT, value: parquetText("ON"), converted: 4 });
  const { profile, sample } = generated(await profileBytes(folder.path, named));
  expect(typesOf(profile)).toEqual(["x:string"]);
  expect(sample.rows[0]).toEqual(["ON"]);
});

test("columns of one name are all read, as those of other formats are", async () => {
  const twice = { name: "twice", type: "INT32" as const };
  const columns = [ids, { ...twice, data: [4, 5, 6] }, { ...twice, data: [7, 8, 9] }];
  const { profile, sample } = generated(await profileBytes(folder.path, written(columns)));
  expect(typesOf(profile)).toEqual(["id:integer", "twice:integer", "twice_2:integer"]);
  expect(sample.rows).toEqual([
    [1, 4, 7],
    [2, 5, 8],
    [3, 6, 9],
  ]);
  expect(profile.alerts.find(({ code }) => code === "duplicate_header")?.detail).toBe(
    "1 name is repeated.",
  );
});

test("nested columns with one name get distinct names, and never a taken one", async () => {
  const filePath = await select(
    "names.parquet",
    "SELECT {'k': i, 'l': [i]} AS one, 'x' || i AS one_2, i / 2 AS two FROM range(3000) t(i)",
  );
  const bytes = Buffer.from(
    readFileSync(filePath).toString("latin1").replaceAll("two", "one"),
    "latin1",
  );
  const { profile, sample } = generated(await profileBytes(folder.path, bytes));
  expect(typesOf(profile)).toEqual(["one:object", "one_2:string", "one_3:number"]);
  expect(profile.columns[2]).toMatchObject({ min: 0, max: 1499.5, null_count: 0 });
  const [[nested, text, half] = []] = sample.rows;
  const i = Number(half) * 2;
  expect([nested, text]).toEqual([{ k: i, l: [i] }, `x${i}`]);
});

test("numbers among the footer's remarks, where texts belong, cost nothing", async () => {
  const bytes = Buffer.from(written([ids], { kvMetadata: [{ key: "k", value: "1" }] }));
  const start = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
  const footer = readThrift(bytes.subarray(start, -8));
  const remarks = footer.get(5)?.value as ThriftList;
  (remarks.items[0] as ThriftFields).set(2, { type: I32, value: 7n });
  const changed = writeThrift(footer);
  const tail = Buffer.from(bytes.subarray(-8));
  tail.writeUInt32LE(changed.length, 0);
  const file = Buffer.concat([bytes.subarray(0, start), changed, tail]);
  const { profile } = generated(await profileBytes(folder.path, file));
  expect(typesOf(profile)).toEqual(["id:integer"]);
  expect(profile.columns[0]).toMatchObject({ min: 1, max: 3 });
});

test("pages of several gzip members are read whole", async () => {
  const inMembers = (input: Uint8Array) =>
    Buffer.concat([gzipSync(input.subarray(0, 100)), gzipSync(input.subarray(100))]);
  const data = Array.from({ length: 513 }, (_, i) => i * 7919);
  const bytes = written([{ name: "a", data, type: "INT32" }], {
    codec: "GZIP",
    compressors: { GZIP: inMembers },
  });
  const { profile } = generated(await profileBytes(folder.path, bytes));
  expect(profile.row_count).toBe(513);
  expect(profile.columns[0]).toMatchObject({ min: 0, max: 512 * 7919, distinct_count: 513 });
});

test("geometries of the format's own types have types and bounds", async () => {
  const point = (x: number, y: number) => ({ type: "Point", coordinates: [x, y] });
  const line = {
    type: "LineString",
    coordinates: [
      [-5, 1],
      [7, 9.5],
    ],
  };
  for (const type of ["GEOMETRY", "GEOGRAPHY"] as const) {
    const data = [point(10, 20), null, line];
    const bytes = written([ids, { name: "where", data, type, nullable: true }]);
    const { profile, sample } = generated(await profileBytes(folder.path, bytes));
    expect(typesOf(profile)).toEqual(["id:integer", "where:geometry"]);
    const bounds = { min_lon: -5, min_lat: 1, max_lon: 10, max_lat: 20 };
    expect(profile.columns[1]).toMatchObject({
      null_count: 1,
      bounds,
      geometry_types: { LineString: 1, Point: 1 },
    });
    expect(profile.bounds).toEqual(bounds);
    expect(sample.rows).toEqual([
      [1, point(10, 20)],
      [2, null],
      [3, line],
    ]);
  }
});

test("geometries in metres have types, and no bounds that would be taken for degrees", async () => {
  const element = { repetition_type: "OPTIONAL", name: "where", type: "BYTE_ARRAY" } as const;
  const schema = [
    { name: "root", num_children: 1 },
    { ...element, logical_type: { type: "GEOMETRY" as const, crs: "EPSG:5070" } },
  ];
  const data = [{ type: "Point", coordinates: [1_500_000, 2_000_000] }];
  const bytes = written([{ name: "where", data }], { schema });
  const { profile } = generated(await profileBytes(folder.path, bytes));
  expect(profile.columns[0]).toMatchObject({ bounds: null, geometry_types: { Point: 1 } });
  expect(profile.bounds).toBeNull();
  expect(alertCodes(profile)).toContain("projected_coordinates");
});

test("GeoParquet's binary columns are read by the fast reader, with the same facts", async () => {
  const wkb = "unhex('0101000000' || 'CDCCCCCCCCCC2640' || '0000000000004740')";
  const filePath = join(folder.path, "geo.parquet");
  await connection.run(`COPY (SELECT i AS id,
      CASE WHEN i < 1990 THEN ST_GeomFromWKB(${wkb}) END AS geometry FROM range(2000) t(i))
    TO '${filePath}' (FORMAT parquet, GEOPARQUET_VERSION 'V1')`);
  const { profile } = generated(await profileFile(folder.path, filePath));
  expect(typesOf(profile)).toEqual(["id:integer", "geometry:geometry"]);
  expect(profile.columns[1]).toMatchObject({
    null_count: 10,
    geometry_types: { Point: 1990 },
    bounds: { min_lon: 11.4, min_lat: 46, max_lon: 11.4, max_lat: 46 },
  });
});

test("maps of structs, intervals, UUIDs and JSON keep their kind", async () => {
  const filePath = await select(
    "types.parquet",
    `SELECT map {'a': {'x': i, 'when': TIMESTAMPTZ '2024-03-02 02:55:39.036963+00'}} AS map,
      INTERVAL (i) DAY + INTERVAL 3 MONTH + INTERVAL 1500 MILLISECOND AS span,
      '6fe51d3e-1247-4ee6-9a95-988e6254547' || i AS text,
      ('6fe51d3e-1247-4ee6-9a95-988e6254547' || i)::UUID AS uuid,
      '{"a": 1}'::JSON AS json, TIMESTAMPTZ '2024-03-02 02:55:39.036963+00' AS moment
      FROM range(4) t(i)`,
  );
  const { profile, sample } = generated(await profileFile(folder.path, filePath));
  expect(typesOf(profile)).toEqual([
    "map:array",
    "span:string",
    "text:string",
    "uuid:string",
    "json:string",
    "moment:datetime",
  ]);
  const when = "2024-03-02T02:55:39.036963Z";
  expect(sample.rows[2]).toEqual([
    [{ key: "a", value: { x: 2, when } }],
    "P3M2DT1.5S",
    "6fe51d3e-1247-4ee6-9a95-988e62545472",
    "6fe51d3e-1247-4ee6-9a95-988e62545472",
    '{"a": 1}',
    when,
  ]);
  expect(profile.columns[3]).toMatchObject({ distinct_count: 4 });
  expect(profile.columns[5]).toMatchObject({ min: when, max: when });
});

test("nested values keep their digits, zones and days", async () => {
  const filePath = await select(
    "nested.parquet",
    `SELECT {'big': 9007199254740993, 'day': DATE '2024-01-02', 'clock': TIME '10:11:12.5',
        'local': TIMESTAMP '2024-03-02 02:55:39', 'list': [9007199254740993, NULL], 'none': NULL::INT
      } AS item, [{'b': '\\x00\\xFF'::BLOB}] AS bytes FROM range(2)`,
  );
  const { profile, sample } = generated(await profileFile(folder.path, filePath));
  expect(typesOf(profile)).toEqual(["item:object", "bytes:array"]);
  expect(sample.rows[0]).toEqual([
    {
      big: "9007199254740993",
      day: "2024-01-02",
      clock: "10:11:12.5",
      local: "2024-03-02T02:55:39",
      list: ["9007199254740993", null],
      none: null,
    },
    [{ b: "[binary]" }],
  ]);
});

/** Overwrites the header of the first page that contains a text. */
function damaged(filePath: string, marker: string): Buffer {
  const bytes = readFileSync(filePath);
  const at = bytes.indexOf(marker);
  expect(at).toBeGreaterThan(12);
  bytes.fill(0xff, at - 12, at);
  return bytes;
}

test("a column that cannot be read costs that column, told and counted, and never the file", async () => {
  const rows = "SELECT i, 'text-of-row-' || i AS broken, i / 2 AS half FROM range(3000) t(i)";
  const filePath = await select("columns.parquet", rows);
  writeFileSync(filePath, damaged(filePath, "text-of-row-0"));
  const { profile } = generated(await profileFile(folder.path, filePath));
  expect(typesOf(profile)).toEqual(["i:integer", "half:number"]);
  expect(profile.row_count).toBe(3000);
  expect(profile.columns[1]).toMatchObject({ min: 0, max: 1499.5 });
  expect(profile.alerts).toContainEqual({
    code: "unreadable_columns",
    detail: "1 of 3 columns cannot be read and is left out: broken.",
  });
});

test("a file without a readable column is broken, in our words", async () => {
  const filePath = await select(
    "one.parquet",
    "SELECT 'text-of-row-' || i AS b FROM range(900) t(i)",
  );
  writeFileSync(filePath, damaged(filePath, "text-of-row-0"));
  const report = await profileFile(folder.path, filePath);
  expect(report).toMatchObject({
    outcome: "no_sample",
    error: {
      code: "malformed_file",
      detail: expect.stringMatching(
        /^The Parquet data is damaged: none of its columns can be read\. /,
      ),
    },
  });
});

test("encrypted files are refused by name", async () => {
  const report = await profileBytes(folder.path, Buffer.from(`PARE${"\0".repeat(100)}PARE`));
  expect(report).toMatchObject({
    outcome: "no_sample",
    format: "parquet",
    error: { code: "unsupported_format", detail: expect.stringContaining("encrypted") },
  });
});

test("times of 96 bits beyond 64 bits of nanoseconds are those that are stored", async () => {
  // From Apache's parquet-testing (Apache-2.0): Spark wrote the years 2024, 9999 and 290000.
  const file = join(import.meta.dirname, "../fixtures/columnar/int96_from_spark.parquet");
  const { profile } = generated(await profileFile(folder.path, file));
  expect(alertCodes(profile)).toContain("dates_out_of_range");
  expect(profile.columns[0]).toMatchObject({
    ...{ type: "datetime", null_count: 2, distinct_count: 4 },
    ...{ min: "2024-01-01T01:00:00", max: "9999-12-31T03:00:00" },
  });
});

test("long decimals are the floats nearest to the written value", async () => {
  const written = ["123456789.98765433", "-987654321.12345679", "0.00000001"];
  const rows = written.map((text) => `(${text}::DECIMAL(17, 8))`).join(", ");
  const file = await select("decimals.parquet", `SELECT * FROM (VALUES ${rows}) AS t(v)`);
  const { profile } = generated(await profileFile(folder.path, file));
  expect(profile.columns[0]).toMatchObject({
    ...{ type: "number", distinct_count: 3 },
    ...{ min: Number(written[1]), max: Number(written[0]) },
  });
});
