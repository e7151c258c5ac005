/**
 * Arrow and Avro files by independent writers: their figures equal those of the same table's CSV.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import avro from "avsc";
import pl from "nodejs-polars";
import { type DatasetLimits, DEFAULT_LIMITS } from "../../../dataset/base/limits.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  typesOf,
  VEGA,
} from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const ROWS = 5000;
const csv = Buffer.from(
  [
    "id,name,score,active,day,at",
    ...Array.from({ length: ROWS }, (_, i) => {
      const day = `2020-0${1 + (i % 9)}-1${i % 7}`;
      const score = i % 11 === 0 ? "" : String(i / 8);
      return `${i},name ${i % 97},${score},${i % 3 === 0},${day},${day}T0${i % 9}:00:00`;
    }),
    "",
  ].join("\n"),
);
/** Avro gets dates as text, because Polars prints them differently. */
const untyped = pl.readCSV(csv, {});
const typed = pl
  .readCSV(csv, { tryParseDates: true })
  .select(
    "id",
    "name",
    "score",
    "active",
    pl.col("day").cast(pl.Utf8).str.strptime(pl.Date, "%Y-%m-%d"),
    pl.col("at").cast(pl.Datetime("us")),
  );
const reference = generated(await profileBytes(folder.path, csv));

let fileCount = 0;
function written(write: (path: string) => void): Buffer {
  const path = join(folder.path, `written-${fileCount++}`);
  write(path);
  return readFileSync(path);
}

/**
 * Figures equal in every format; sampled quantiles depend on their draw, and only text has lines.
 */
function figures(profile: Profile): unknown {
  return profile.columns.map(({ quantiles, median, histogram, distinct_method, ...rest }) => ({
    ...rest,
    alerts: rest.alerts.map(({ code, detail }) => ({ code, detail })),
    mean: rest.mean === null ? null : Number(rest.mean.toPrecision(10)),
    std: rest.std === null ? null : Number(rest.std.toPrecision(10)),
  }));
}

const arrowFiles: [name: string, bytes: Buffer][] = [
  ["arrow file", written((path) => typed.writeIPC(path))],
  ["arrow file with lz4", written((path) => typed.writeIPC(path, { compression: "lz4" }))],
  ["arrow file with zstd", written((path) => typed.writeIPC(path, { compression: "zstd" }))],
  ["arrow stream", written((path) => typed.writeIPCStream(path))],
];

describe("Arrow", () => {
  test.each(arrowFiles)("has the figures of the same CSV: %s", async (_, bytes) => {
    for (const chunkBytes of [DEFAULT_LIMITS.chunkBytes, 100_000]) {
      const report = await profileBytes(folder.path, bytes, { limits: { chunkBytes } });
      const { profile, sample } = generated(report);
      expect(profile).toMatchObject({ format: "arrow", row_count: ROWS, encoding: null });
      expect(typesOf(profile)).toEqual(typesOf(reference.profile));
      expect(figures(profile)).toEqual(figures(reference.profile));
      expect(sample.sampling.rows_total).toBe(ROWS);
    }
  });

  test("gives the values of the rows", async () => {
    const bytes = written((path) => typed.head(5).writeIPC(path));
    const { sample } = generated(await profileBytes(folder.path, bytes, { hint: "feather" }));
    const head = csv.toString().split("\n").slice(0, 6).join("\n");
    const plain = generated(await profileBytes(folder.path, head));
    expect(sample.rows).toEqual(plain.sample.rows);
  });

  test("with dictionaries, nested values and bytes is read", async () => {
    const frame = pl.DataFrame({
      kind: pl.Series("kind", ["a", "b", "a", null]).cast(pl.Categorical),
      list: [[1, 2], [3], [], [4]],
      pair: [{ x: 1 }, { x: 2 }, { x: 3 }, { x: 4 }],
    });
    for (const bytes of [
      written((path) => frame.writeIPC(path)),
      written((path) => frame.writeIPCStream(path)),
    ]) {
      const { profile, sample } = generated(await profileBytes(folder.path, bytes));
      expect(typesOf(profile)).toEqual(["kind:string", "list:array", "pair:object"]);
      expect(sample.rows[1]).toEqual(["b", [3], { x: 2 }]);
      expect(profile.columns[0]).toMatchObject({ null_count: 1, distinct_count: 2 });
    }
  });

  test("of another writer has the figures that Polars finds in it", async () => {
    const bytes = readFileSync(join(VEGA, "flights-200k.arrow"));
    const { profile } = generated(await profileBytes(folder.path, bytes));
    const frame = pl.readIPC(bytes);
    expect(profile.row_count).toBe(frame.height);
    for (const column of profile.columns) {
      const series = frame.getColumn(column.name);
      expect(column.mean).toBeCloseTo(series.mean(), 3);
      expect(column.min).toBe(series.min());
      expect(column.max).toBe(series.max());
    }
  });
});

const avroFiles: [name: string, bytes: Buffer][] = [
  ["avro", written((path) => untyped.writeAvro(path))],
  ["avro with snappy", written((path) => untyped.writeAvro(path, { compression: "snappy" }))],
  ["avro with deflate", written((path) => untyped.writeAvro(path, { compression: "deflate" }))],
];

type Field = { name: string; type: unknown };

/** A container file by avsc, in blocks of a few rows. */
async function avscFile(
  fields: Field[],
  records: unknown[],
  codec: "null" | "deflate" = "null",
): Promise<Buffer> {
  const schema = { type: "record", name: "test.Row", fields } as never;
  const encoder = new avro.streams.BlockEncoder(schema, { codec, blockSize: 200 });
  const parts: Buffer[] = [];
  encoder.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => encoder.on("end", resolve));
  for (const record of records) encoder.write(record);
  encoder.end();
  await ended;
  return Buffer.concat(parts);
}

describe("Avro", () => {
  test.each(avroFiles)("has the figures of the same CSV: %s", async (_, bytes) => {
    for (const chunkBytes of [DEFAULT_LIMITS.chunkBytes, 100_000]) {
      const report = await profileBytes(folder.path, bytes, { limits: { chunkBytes } });
      const { profile } = generated(report);
      expect(profile).toMatchObject({ format: "avro", row_count: ROWS });
      expect(typesOf(profile)).toEqual(typesOf(reference.profile));
      expect(figures(profile)).toEqual(figures(reference.profile));
    }
  });

  test("is read with logical types, unions, maps, enums and recursion", async () => {
    const node = {
      type: "record",
      name: "Node",
      fields: [
        { name: "v", type: "int" },
        { name: "next", type: ["null", "Node"] },
      ],
    };
    const fields: Field[] = [
      { name: "big", type: "long" },
      { name: "day", type: { type: "int", logicalType: "date" } },
      { name: "at", type: { type: "long", logicalType: "timestamp-millis" } },
      { name: "micros", type: { type: "long", logicalType: "timestamp-micros" } },
      { name: "clock", type: { type: "int", logicalType: "time-millis" } },
      { name: "price", type: { type: "bytes", logicalType: "decimal", precision: 9, scale: 2 } },
      { name: "raw", type: "bytes" },
      { name: "kind", type: { type: "enum", name: "Kind", symbols: ["A", "B"] } },
      { name: "tags", type: { type: "map", values: "double" } },
      { name: "any", type: ["null", "int", "string"] },
      { name: "list", type: { type: "array", items: "float" } },
      { name: "node", type: node },
    ];
    const records = Array.from({ length: 40 }, (_, i) => ({
      big: -(2 ** 40) * i,
      day: 18_262 + i,
      at: 1_577_934_245_000 + i,
      micros: 1_577_934_245_000_500 + i,
      clock: 45_296_789,
      price: Buffer.from(i === 0 ? "ff38" : "04d2", "hex"),
      raw: Buffer.from([i, 255]),
      kind: i % 2 === 0 ? "A" : "B",
      tags: { __proto__x: i / 4 },
      any: i % 2 === 0 ? null : i,
      list: [i, 0.5],
      node: { v: i, next: { v: i + 1, next: null } },
    }));
    for (const codec of ["null", "deflate"] as const) {
      const { profile, sample } = generated(
        await profileBytes(folder.path, await avscFile(fields, records, codec)),
      );
      expect(typesOf(profile)).toEqual([
        "big:integer",
        "day:date",
        "at:datetime",
        "micros:datetime",
        "clock:time",
        "price:number",
        "raw:string",
        "kind:string",
        "tags:object",
        "any:integer",
        "list:array",
        "node:object",
      ]);
      expect(sample.rows.slice(0, 2)).toEqual([
        [
          0,
          "2020-01-01",
          "2020-01-02T03:04:05Z",
          "2020-01-02T03:04:05.0005Z",
          "12:34:56.789",
          -2,
          "AP8=",
          "A",
          { __proto__x: 0 },
          null,
          [0, 0.5],
          { v: 0, next: { v: 1, next: null } },
        ],
        expect.arrayContaining([-(2 ** 40), "2020-01-02", 12.34, "B", 1]),
      ]);
    }
  });

  test("keeps every digit of large integers", async () => {
    const rows = [2 ** 53 - 2, -(2 ** 52 - 1), 63, 64, -64, -65, 2 ** 31, 0, -1, 1];
    const blocks = rows.map((row) => long(row));
    // The largest long is beyond what avsc writes: ten bytes by hand.
    const largest = Buffer.from("feffffffffffffffff01", "hex");
    const bytes = container('"long"', rows.length + 1, Buffer.concat([...blocks, largest]));
    const { sample } = generated(await profileBytes(folder.path, bytes));
    expect(sample.rows.flat()).toEqual([...rows, "9223372036854775807"]);
  });
});

const sync = Buffer.alloc(16, 7);
const long = (value: number): Buffer => avro.Type.forSchema("long").toBuffer(value);

/** A long too large for a JavaScript number: zigzag, seven bits per byte. */
function wideLong(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

/** An Avro file with one block, whose header may lie. */
function container(schema: string, rows: number, data: Buffer, size = data.length): Buffer {
  const text = (value: string): Buffer => Buffer.concat([long(value.length), Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from("Obj\u0001"),
    ...[long(1), text("avro.schema"), text(schema), long(0), sync],
    ...[long(rows), long(size), data, sync],
  ]);
}

const deep = `{"type":"record","name":"N","fields":[{"name":"n","type":["null","N"]}]}`;
const [, arrowFile] = arrowFiles[0] as [string, Buffer];
const [, zstdFile] = arrowFiles[2] as [string, Buffer];
const [, avroFile] = avroFiles[2] as [string, Buffer];

/** A file whose first compressed buffer claims a huge decoded size. */
function withHugeBuffer(): Buffer {
  const bytes = Buffer.from(zstdFile);
  const frame = bytes.indexOf(Buffer.from("28b52ffd", "hex"));
  bytes.writeBigInt64LE(1n << 40n, frame - 8);
  return bytes;
}

const hostile: [name: string, bytes: Buffer, code: string, limits?: Partial<DatasetLimits>][] = [
  ["an Arrow file that was cut off", arrowFile.subarray(0, -300), "malformed_file"],
  [
    "an Arrow stream that was cut off",
    arrowFiles[3]?.[1].subarray(0, -300) as Buffer,
    "malformed_file",
  ],
  ["an Arrow head alone", arrowFile.subarray(0, 12), "malformed_file"],
  ["an Arrow buffer that claims a terabyte", withHugeBuffer(), "batch_bytes_exceeded"],
  ["an Arrow batch beyond its limit", arrowFile, "batch_bytes_exceeded", { batchBytesMax: 1000 }],
  ["an Arrow schema beyond its limit", arrowFile, "schema_bytes_exceeded", { schemaBytesMax: 64 }],
  ["more Arrow columns than allowed", arrowFile, "columns_exceeded", { columnsMax: 3 }],
  ["an Avro file that was cut off", avroFile.subarray(0, -300), "malformed_file"],
  ["an Avro head alone", avroFile.subarray(0, 40), "malformed_file"],
  ["an Avro block of a terabyte", container('"int"', 1, long(1), 2 ** 40), "malformed_file"],
  ["an Avro block beyond its limit", avroFile, "batch_bytes_exceeded", { batchBytesMax: 1000 }],
  ["a bomb of Avro nulls", container('"null"', 2 ** 50, Buffer.alloc(0)), "malformed_file"],
  [
    "a bomb of Avro array items",
    container('{"type":"array","items":"null"}', 1, Buffer.concat([long(2 ** 50), long(0)])),
    "malformed_file",
  ],
  ["deep Avro values", container(deep, 1, Buffer.alloc(9000, 2)), "json_depth_exceeded"],
  ["an Avro schema that is no JSON", container("{", 1, long(1)), "malformed_file"],
  ["an Avro schema of unknown types", container('"code"', 1, long(1)), "malformed_file"],
  ["a deep Avro schema", container("[".repeat(9000), 1, long(1)), "json_depth_exceeded"],
];

describe("dates that no calendar has", () => {
  const days = pl.Series("day", [0, 3_000_000, -2_147_483_648, 18_000], pl.Int32).cast(pl.Date);
  const beyond = (unit: "ms" | "us" | "ns"): pl.Series =>
    pl
      .Series(
        unit,
        [0, 9_000_000_000_000_000_000, -9_000_000_000_000_000_000, 86_400_000],
        pl.Int64,
      )
      .cast(pl.Datetime(unit));
  // Polars itself makes impossible times missing.
  const clock = pl.Series("clock", [0, 1e9, 1e17, -5], pl.Int64).cast(pl.Time);
  const frame = pl.DataFrame([days, beyond("ms"), beyond("us"), beyond("ns"), clock]);
  const files: [name: string, bytes: Buffer][] = [
    ["Arrow", written((path) => frame.writeIPC(path))],
    ["Parquet", written((path) => frame.writeParquet(path))],
  ];
  test.each(files)("are missing and counted: %s", async (_, bytes) => {
    const { profile, sample } = generated(await profileBytes(folder.path, bytes));
    expect(profile.columns.map(({ null_count }) => null_count)).toEqual([2, 2, 2, 0, 2]);
    expect(sample.rows.map(([day]) => day)).toEqual(["1970-01-01", null, null, "2019-04-14"]);
    const alert = profile.alerts.find(({ code }) => code === "dates_out_of_range");
    expect(alert?.detail).toStartWith("6 dates or times ");
  });

  test("are missing and counted in Avro, where nanoseconds keep their microseconds", async () => {
    const fields = [
      { name: "day", type: { type: "int", logicalType: "date" } },
      { name: "at", type: { type: "long", logicalType: "timestamp-nanos" } },
      { name: "clock", type: { type: "long", logicalType: "time-micros" } },
    ];
    // Caesar's death; a time in nanoseconds, which a float would change; the last microsecond of a
    // day.
    const rows = [
      [long(-735_160), wideLong(1_700_000_000_123_472_000n), long(86_399_999_999)],
      [long(-719_162), wideLong(-1n), long(86_400_000_000)],
      [long(2_932_896), wideLong(0n), long(-1)],
    ];
    const schema = JSON.stringify({ type: "record", name: "Row", fields });
    const bytes = container(schema, rows.length, Buffer.concat(rows.flat()));
    const { profile, sample } = generated(await profileBytes(folder.path, bytes));
    expect(sample.rows).toEqual([
      [null, "2023-11-14T22:13:20.123472Z", "23:59:59.999999"],
      ["0001-01-01", "1969-12-31T23:59:59.999999Z", null],
      ["9999-12-31", "1970-01-01T00:00:00Z", null],
    ]);
    expect(typesOf(profile)).toEqual(["day:date", "at:datetime", "clock:time"]);
    const alert = profile.alerts.find(({ code }) => code === "dates_out_of_range");
    expect(alert?.detail).toStartWith("3 dates or times ");
  });
});

const parquet = written((path) => typed.head(50).writeParquet(path));
const wrongHints: [hint: string, bytes: Buffer, format: string, compression: string | null][] = [
  ["csv", arrowFile, "arrow", null],
  ["parquet", zstdFile, "arrow", null],
  ["json", avroFile, "avro", null],
  ["arrow", parquet, "parquet", null],
  ["xlsx", parquet, "parquet", null],
  ["txt", gzipSync(arrowFile), "arrow", "gzip"],
  ["csv.gz", zstdCompressSync(avroFile), "avro", "zstd"],
];

test.each(wrongHints)("content overrules the hint %s", async (hint, bytes, format, compression) => {
  const report = await profileBytes(folder.path, bytes, { hint });
  expect(report).toMatchObject({ format, compression });
  expect(alertCodes(generated(report).profile)).toContain("format_mismatch");
});

describe("hostile Arrow and Avro", () => {
  test.each(hostile)("is refused: %s", async (_, bytes, code, limits) => {
    const report = await profileBytes(folder.path, bytes, { limits });
    expect(report).toMatchObject({ outcome: "no_sample", error: { code } });
  });

  test("with flipped bytes always ends in a report", async () => {
    const small = [
      written((path) => typed.head(20).writeIPC(path)),
      written((path) => typed.head(20).writeIPC(path, { compression: "zstd" })),
      written((path) => untyped.head(20).writeAvro(path, { compression: "snappy" })),
    ];
    let refused = 0;
    for (const [kind, bytes] of small.entries()) {
      for (let i = 0; i < 40; i++) {
        const copy = Buffer.from(bytes);
        const at = 8 + ((i * 7919 + kind * 31) % (copy.length - 8));
        copy[at] = (copy[at] ?? 0) ^ (1 << (i % 8));
        const report = await profileBytes(folder.path, copy);
        if (report.outcome === "no_sample") refused++;
      }
    }
    expect(refused).toBeGreaterThan(20);
  });
});
