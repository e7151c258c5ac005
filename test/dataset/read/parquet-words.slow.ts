/** Parquet read as words equals Polars' reading: the same profiles, samples and sketches. */
import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import pl from "nodejs-polars";
import type { DatasetReport } from "../../../dataset/base/report.ts";
import { WordsAhead } from "../../../dataset/read/parquet/words-ahead.ts";
import { wordsRoom } from "../../../dataset/read/parquet/words-room.ts";
import { expectSameFigures } from "../support/compare-profiles.ts";
import { makeFolder, profileFile } from "../support/dataset-files.ts";
import { connectDuckDb } from "../support/duckdb.ts";

const propertyMs = 300_000;
const folder = makeFolder();
let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await connectDuckDb();
});
afterAll(() => {
  connection.closeSync();
  folder.remove();
});

const read = spyOn(WordsAhead.prototype, "read");
afterEach(() => read.mockClear());
// A spy that stays would keep every slice of later files in this process.
afterAll(() => read.mockRestore());

/** A restored spy records nothing more, so each test creates its own. */
async function withoutWords<Value>(run: () => Promise<Value>): Promise<Value> {
  const start = spyOn(WordsAhead, "start").mockReturnValue(null);
  try {
    return await run();
  } finally {
    start.mockRestore();
  }
}

/** Values of row `i`; `h(n)` is a hash of it. */
const kinds: Readonly<Record<string, string>> = {
  id: "i",
  negative: "(h(1) % 2000)::INT - 1000",
  tiny: "((h(2) % 200)::INT - 100)::TINYINT",
  byte: "(h(2) % 250)::UTINYINT",
  short: "((h(3) % 60000)::INT - 30000)::SMALLINT",
  unsigned: "(h(4) % 4294967295)::UINTEGER",
  large: "(h(5) % 9000000000000000000)::BIGINT - 4500000000000000000",
  wide: "h(5) % 9000000000000000000",
  phone: "4915000000000 + h(6) % 900000000",
  price: "round((h(7) % 10000000) / 100.0, 2)",
  single: "(h(8) % 1000 / 7.0)::FLOAT",
  constant: "2.5::DOUBLE",
  signedZero: "CASE WHEN h(9) % 2 = 0 THEN '-0'::DOUBLE ELSE 0 END",
  notNumbers:
    "CASE h(10) % 9 WHEN 0 THEN 'NaN'::DOUBLE WHEN 1 THEN '-inf'::DOUBLE ELSE h(10) % 70 END",
  gaps: "CASE WHEN h(11) % 3 > 0 THEN (h(11) % 50)::INT END",
  truth: "h(12) % 3 = 0",
  doubt: "CASE WHEN h(12) % 5 > 0 THEN h(12) % 3 = 0 END",
  day: "DATE '1961-05-01' + (h(13) % 40000)::INT",
  moment: "TIMESTAMP '1960-01-01' + to_microseconds((h(14) % 3000000000000000)::BIGINT)",
  zoned: "(TIMESTAMP '1999-01-01' + to_seconds((h(14) % 900000000)::BIGINT))::TIMESTAMPTZ",
  millis: "(TIMESTAMP '1969-12-01' + to_seconds((h(15) % 9000000)::BIGINT / 7.0))::TIMESTAMP_MS",
  nanos: "make_timestamp_ns((h(15) % 1000000000000000000)::BIGINT - 400000000000000000)",
  color: "['red', 'green', '', 'zürich', '日本'][1 + (h(16) % 5)::INT]",
  email: "'user' || h(17) % 900 || '@mail' || h(17) % 9 || '.example.org'",
  iban: "'DE' || lpad((h(18) % 100)::VARCHAR, 2, '0') || lpad((h(18) % 1000000007)::VARCHAR, 18, '0')",
  code: "lpad((h(19) % 99999)::VARCHAR, 5, '0')",
  words: "repeat('word ' || h(20) % 40 || ' ', (h(20) % 30)::INT)",
  long: "repeat('lorem ipsum ' || h(22) % 40 || ' ', (h(20) % 60)::INT)",
  md5: "md5(i::VARCHAR)",
  lost: "CASE WHEN h(21) % 4 > 0 THEN 'größe ' || h(21) % 3000 END",
  contact:
    "CASE WHEN h(23) % 4 > 0 THEN 'write to user' || h(24) % 99 || '@example.org or call +49 30 ' || (100000 + h(24) % 900000) END",
  sparse: "CASE WHEN i % 5000 = 4321 THEN 'once' END",
  nothing: "NULL::INT",
  silent: "NULL::VARCHAR",
};

type Plan = {
  names: string[];
  rows: number;
  seed: number;
  options: string;
  chunkBytes: number;
};

let files = 0;

async function writeTable({ names, rows, seed, options }: Plan): Promise<string> {
  const filePath = join(folder.path, `table-${files++}.parquet`);
  const columns = names.map((name, at) => {
    return `${kinds[name]?.replaceAll(/h\((\d+)\)/g, `hash(i, $1 + ${seed + at})`)} AS ${name}_${at}`;
  });
  await connection.run(
    `COPY (SELECT ${columns.join(", ")} FROM range(${rows}) t(i)) TO '${filePath}' (FORMAT parquet, ${options})`,
  );
  return filePath;
}

/** Profiles a file both ways; returns how many slices were read as words. */
async function expectSame(filePath: string, chunkBytes: number): Promise<number> {
  const profile = () =>
    profileFile(folder.path, filePath, { hint: "parquet", limits: { chunkBytes } });
  read.mockClear();
  const byWords = await profile();
  const found = await Promise.all(read.mock.results.map(({ value }) => value as unknown));
  const byPolars = await withoutWords(profile);
  expect(read).toHaveBeenCalledTimes(found.length);
  const { profile: one, ...rest } = byWords as DatasetReport & { profile?: object };
  const { profile: other, ...restOfOther } = byPolars as DatasetReport & { profile?: object };
  expectSameFigures(one ?? {}, other ?? {});
  expect(rest).toEqual(restOfOther as typeof rest);
  return found.filter((slice) => slice !== null).length;
}

const writers = [
  "COMPRESSION zstd, ROW_GROUP_SIZE 2048",
  "COMPRESSION snappy, ROW_GROUP_SIZE 4096",
  "COMPRESSION uncompressed, ROW_GROUP_SIZE 2048, DICTIONARY_SIZE_LIMIT 1",
  "COMPRESSION gzip, ROW_GROUP_SIZE 10240",
  "COMPRESSION lz4_raw, ROW_GROUP_SIZE 2048",
];

test("personal data in running text, of which some is missing", async () => {
  const names = ["id", "contact", "words", "iban"];
  const rows = 12_000;
  const options = "COMPRESSION zstd, ROW_GROUP_SIZE 2048";
  const filePath = await writeTable({ names, rows, seed: 5, options, chunkBytes: 0 });
  expect(await expectSame(filePath, 1_000_000)).toBeGreaterThan(1);
  const { profile } = await profileFile(folder.path, filePath, { hint: "parquet" });
  const found = profile?.columns[1]?.pii.map(({ kind }) => kind);
  expect(found).toEqual(expect.arrayContaining(["email", "phone"]));
});

test(
  "random tables, in row groups and slices of them",
  async () => {
    let taken = 0;
    const plans: fc.Arbitrary<Plan> = fc.record({
      names: fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 1, maxLength: 8 }),
      rows: fc.integer({ min: 9000, max: 20_000 }),
      seed: fc.integer({ min: 0, max: 1e6 }),
      options: fc.constantFrom(...writers),
      // Whole row groups, or a few hundred rows of them.
      chunkBytes: fc.constantFrom(1_000_000, 30_000),
    });
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        taken += await expectSame(await writeTable(plan), plan.chunkBytes);
      }),
      { numRuns: 20 },
    );
    expect(taken).toBeGreaterThan(0);
  },
  propertyMs,
);

describe("each kind of its own:", () => {
  test.each(Object.keys(kinds))("%s", async (name) => {
    const options = writers[0] ?? "";
    const plan = { names: [name], rows: 12_000, seed: 7, options, chunkBytes: 0 };
    expect(await expectSame(await writeTable(plan), 1_000_000)).toBe(6);
  });
});

test("files of Polars, with pages of its own", async () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) => i);
  const frame = pl.DataFrame({
    id: numbers,
    gap: numbers.map((i) => (i % 7 === 0 ? null : i / 3)),
    text: numbers.map((i) => (i % 11 === 0 ? null : `text ${i % 900}`)),
    day: pl.Series("day", Int32Array.from(numbers)).cast(pl.Date),
  });
  for (const compression of ["zstd", "snappy"] as const) {
    const filePath = join(folder.path, `polars-${compression}.parquet`);
    writeFileSync(filePath, frame.writeParquet({ compression }));
    expect(await expectSame(filePath, 60_000)).toBeGreaterThan(2);
  }
});

test("row groups of many slices, whose pages end within them", async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => i);
  const columns = [
    { name: "id", data: rows, type: "INT32" as const },
    { name: "gap", data: rows.map((i) => (i % 7 === 0 ? null : i / 3)), type: "DOUBLE" as const },
    { name: "truth", data: rows.map((i) => (i % 13 === 0 ? null : i % 3 === 0)) },
    { name: "color", data: rows.map((i) => ["red", "green", "blue"][(i * i) % 3] ?? "") },
    { name: "text", data: rows.map((i) => (i % 11 === 0 ? null : `text ${(i * 7919) % 30_011}`)) },
  ];
  for (const pageSize of [1500, 40_000, 10_000_000]) {
    const filePath = join(folder.path, `pages-${pageSize}.parquet`);
    const bytes = parquetWriteBuffer({
      columnData: columns.map((column) => ({ nullable: true, ...column })),
      rowGroupSize: 20_000,
      pageSize,
    });
    writeFileSync(filePath, new Uint8Array(bytes));
    expect(await expectSame(filePath, 60_000)).toBeGreaterThan(12);
  }
});

test("pages that are too large to stay open are left to Polars, smaller ones are not", () => {
  const page = (bytes: number): Buffer => {
    const head = [0x15, 0x00, 0x15, ...zigzag(bytes), 0x15, ...zigzag(100), 0x2c, 0x15];
    return Buffer.from([...head, ...zigzag(1000), 0x15, 0x00, 0x15, 0x06, 0x15, 0x06, 0x00, 0x00]);
  };
  const bytes = 40_000_000;
  const filePath = join(folder.path, "pages.bin");
  writeFileSync(filePath, Buffer.concat([page(bytes), Buffer.alloc(100)]));
  const place = { start: 0, end: statSync(filePath).size, codec: 0 };
  const group = { rows: 1000, uncompressedBytes: bytes, places: Array(7).fill(place) };
  const slices = Array.from({ length: 10 }, (_, i) => ({ group: 0, from: i * 100, rows: 100 }));
  const room = wordsRoom({ filePath, slices, rowGroups: [group], bytesMax: 2 * bytes });
  expect(room.openBytes).toBe(7 * bytes);
  // A tenth of the row group plus half of that, and one unpacked page.
  expect(room.partBytes).toBeGreaterThan(1.15 * bytes);
  expect(room.partBytes).toBeLessThan(1.3 * bytes);
  const whole = [{ group: 0, from: 0, rows: 1000 }];
  const asWhole = wordsRoom({ filePath, slices: whole, rowGroups: [group], bytesMax: 2 * bytes });
  expect(asWhole.openBytes).toBe(0);
});

/** A number in Thrift's compact protocol. */
function zigzag(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value * 2; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}
