/** Files whose bytes a parent serves to its child give the same result as files on disk. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import type { ProfileInput } from "../../../dataset/base/input.ts";
import {
  type ByteSource,
  ChildFailure,
  createChildPool,
  type DatasetReport,
  joinColumnsFile,
  rowSketchFile,
} from "../../../dataset/child/pool.ts";
import { tarOf, zipOf } from "../support/archive-files.ts";
import { makeFolder, makeInput, VEGA } from "../support/dataset-files.ts";
import { connectDuckDb } from "../support/duckdb.ts";

setDefaultTimeout(60_000);

const folder = makeFolder();
const tempDir = join(folder.path, "children");
mkdirSync(tempDir);
const pool = createChildPool({
  tempDir,
  memoryBytesMax: null,
  threads: 1,
  environment: {},
  standbys: 0,
});
afterAll(async () => {
  await pool.close();
  folder.remove();
});

/** Small, so that a file of one megabyte is read in many chunks, also by threads. */
const limits = { chunkBytes: 256 * 1024 };
/** Row groups held on disk: eight chunks, fewer than the file has. */
const groupLimits = { chunkBytes: 8 * 1024 };

const vega = (file: string) => join(VEGA, file);
const fixtures = [
  ...["delimited/iso3166.tab", "delimited/fixed_width_format.txt"],
  ...["json/region.json", "xlsx/deaths.xlsx"],
].map((file) => join(import.meta.dirname, "../fixtures", file));
const published = [
  ...["airports.csv", "flights-200k.arrow", "flights-20k.json"],
  ...["movies.json", "zipcodes.csv"],
].map(vega);

function made(name: string, content: string | Uint8Array): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const csv = readFileSync(vega("airports.csv"));
const manyRows = Array.from({ length: 50_000 }, (_, row) => ({
  id: row,
  text: `row ${row % 97}`,
  share: row / 7,
  missing: row % 3 === 0 ? null : row % 11,
}));
const jsonLines = manyRows.map((row) => JSON.stringify(row)).join("\n");
const parquetPath = join(folder.path, "groups.parquet");
const connection = await connectDuckDb();
await connection.run(
  `COPY (SELECT * FROM read_json('${made("rows.jsonl", jsonLines)}', format = 'newline_delimited'))
   TO '${parquetPath}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
);
connection.closeSync();
const latin = Buffer.from("name;stra\u00dfe\nJ\u00f6rg;B\u00fchl\n".repeat(30_000), "latin1");

const madeFiles = [
  made("lines.jsonl", jsonLines),
  made("lines-cut.jsonl", jsonLines.slice(0, -3)),
  made("not-utf8-late.csv", Buffer.concat([Buffer.from("a,b\n1,2\n".repeat(90_000)), latin])),
  made("latin.csv", latin),
  made("rows.csv.gz", gzipSync(csv)),
  made("rows.jsonl.zst", zstdCompressSync(jsonLines)),
  made("rows.zip", await zipOf({ "data/rows.csv": csv, "README.md": "# Rows" })),
  made("rows.tar", await tarOf({ "rows.csv": csv, "b.json": '[{"a":1},{"a":2}]' })),
  made("cut.parquet", readFileSync(parquetPath).subarray(0, 20_000)),
  made("empty.csv", ""),
  parquetPath,
];

const once = { timeoutSeconds: 50, attempt: 1 };
let count = 0;

function jobOn(filePath: string): ProfileInput {
  const workDir = join(folder.path, `job-${count++}`);
  mkdirSync(workDir);
  const isGrouped = filePath === parquetPath;
  return makeInput(filePath, workDir, {
    limits: isGrouped ? groupLimits : limits,
    sha256: "0".repeat(64),
  });
}

/** Serves a file in parts of uneven size, and hashes the requested bytes. */
function sourceOf(path: string, partBytes = 40_000): ByteSource {
  const bytes = readFileSync(path);
  return {
    async *read(_, start, length) {
      for (let at = start; at < start + length; at += partBytes) {
        yield bytes.subarray(at, Math.min(at + partBytes, start + length));
      }
    },
  };
}

async function runServed(path: string, bytes = sourceOf(path)): Promise<Outcome> {
  const job = jobOn(path);
  const filePath = join(job.workDir, "file");
  const served = [{ filePath, byteSize: job.byteSize }];
  const report = await pool.run({ ...job, filePath, served }, { ...once, bytes });
  return outcomeOf(report, job.workDir);
}

type Outcome = { report: DatasetReport; files: Record<string, string>; left: string[] };

/** The reader of files on disk rounds deviations differently in their last digits. */
const roundStd = (key: string, value: unknown): unknown =>
  key === "std" && typeof value === "number" ? Number(value.toPrecision(11)) : value;

/** The report as a child sends it, with the hashes of the files next to it. */
function outcomeOf(report: DatasetReport, workDir: string): Outcome {
  const names = readdirSync(workDir);
  const beside = [rowSketchFile(0), joinColumnsFile(0)].filter((name) => names.includes(name));
  const files = Object.fromEntries(
    beside.map((name) => {
      const content = readFileSync(join(workDir, name));
      return [name, createHash("sha256").update(content).digest("hex")];
    }),
  );
  const left = names.filter((name) => name === "file" || name.startsWith("groups-"));
  return { report: JSON.parse(JSON.stringify(report), roundStd) as DatasetReport, files, left };
}

describe("a file that is served to the child", () => {
  test.each([...fixtures, ...published, ...madeFiles].map((path) => [basename(path), path]))(
    "gives what it gives on disk, and is not on disk: %s",
    async (_, path) => {
      const onDisk = jobOn(path);
      const [report, served] = await Promise.all([pool.run(onDisk, once), runServed(path)]);
      expect(served).toEqual(outcomeOf(report, onDisk.workDir));
    },
  );

  test.each([
    ["rows.csv.gz", gzipSync(latin)],
    ["two.csv.gz", Buffer.concat([gzipSync("a,b\n"), gzipSync("1,2\n".repeat(900_000))])],
    ["lines.jsonl.zst", zstdCompressSync(jsonLines)],
    [
      "two.jsonl.zst",
      Buffer.concat([zstdCompressSync(`${jsonLines}\n`), zstdCompressSync(jsonLines)]),
    ],
    ["array.json.gz", gzipSync(`[${jsonLines.replaceAll("\n", ",")}]`)],
  ])("is not unpacked to disk either: %s", async (name, content) => {
    const path = made(name, content);
    const job = jobOn(path);
    const names: string[] = [];
    const noteNames = () => names.push(...readdirSync(job.workDir));
    const { outcome } = await pool.run(job, { ...once, onProgress: noteNames });
    noteNames();
    expect(outcome).toBe("generated");
    expect(names.filter((each) => each.startsWith("unpacked"))).toEqual([]);
  });

  test("is read only within its bytes", async () => {
    const asked: [start: number, end: number][] = [];
    const source = sourceOf(parquetPath);
    const { report } = await runServed(parquetPath, {
      read(file, start, length) {
        asked.push([start, start + length]);
        return source.read(file, start, length);
      },
    });
    expect(report.outcome).toBe("generated");
    const { size } = statSync(parquetPath);
    expect(asked.every(([start, end]) => start >= 0 && start < end && end <= size)).toBe(true);
    expect(asked.length).toBeGreaterThan(1);
  });

  test("whose source fails fails with the source's own error, not as a fault of the file", async () => {
    class AwayError extends Error {}
    const source = sourceOf(parquetPath);
    let requests = 0;
    const failing: ByteSource = {
      async *read(file, start, length) {
        if (++requests === 2) throw new AwayError("the store is away");
        yield* source.read(file, start, length);
      },
    };
    const failure = await runServed(parquetPath, failing).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AwayError);
  });

  test("that no source serves is none of the file's faults and ends by its time", async () => {
    const never: ByteSource = {
      read: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    };
    const calledOff = new AbortController();
    const job = jobOn(parquetPath);
    const filePath = join(job.workDir, "file");
    const served = [{ filePath, byteSize: job.byteSize }];
    const running = pool.run(
      { ...job, filePath, served },
      { ...once, bytes: never, signal: calledOff.signal },
    );
    calledOff.abort();
    const failure = await running.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChildFailure);
    expect(failure).toMatchObject({ kind: "aborted" });
  });
});
