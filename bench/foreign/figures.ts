/**
 * Compares every statistic in the profile of each file of a folder with DuckDB's: missing and
 * distinct values, extremes, means, deviations, quantiles, lengths and value counts. `bun
 * bench/foreign/figures.ts FOLDER [--differ] [--every 1] [--bytes-max 3000000]`
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import iconv from "iconv-lite";
import { isMissingToken } from "../../dataset/measure/formats/missing-tokens.ts";
import type { ColumnProfile, Profile } from "../../market/profile/schemas.ts";
import { type DuckColumn, duckColumn, isCompared, loadTable } from "./figures-of-duckdb.ts";
import { filesIn, profileOf } from "./folder-files.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    differ: { type: "boolean", default: false },
    every: { type: "string", default: "1" },
    "bytes-max": { type: "string", default: "3000000" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Say which folder.");

const columnsMax = 100;
/** Relative tolerance: the last digits of a sum of floats depend on the order. */
const tolerance = 1e-9;
const work = mkdtempSync(join(tmpdir(), "foreign-figures-"));

/** DuckDB reads few encodings, so it gets the text decoded with the profile's encoding. */
function inUtf8(path: string, { encoding }: Profile): string {
  if (encoding === null || encoding === "utf-8" || !iconv.encodingExists(encoding)) return path;
  const decoded = join(work, "decoded");
  writeFileSync(decoded, iconv.decode(readFileSync(path), encoding));
  return decoded;
}

function isClose(ours: number | null, theirs: number | null, scale = 0): boolean {
  if (ours === null || theirs === null) return ours === theirs;
  return Math.abs(ours - theirs) <= Math.max(1e-9, scale * tolerance, Math.abs(theirs) * tolerance);
}

/** Converts an instant from the profile's notation to DuckDB's. */
function instant(shown: string): string {
  const isDay = /^[-+]?\d+-\d\d-\d\d$/.test(shown);
  const [, until = "", fraction = ""] = /^([^.Z]*)(?:\.(\d+))?Z?$/.exec(shown) ?? [];
  return isDay ? `${shown}T00:00:00.000000` : `${until}.${fraction.padEnd(6, "0").slice(0, 6)}`;
}

function isSameBound(
  column: ColumnProfile,
  ours: string | number | null,
  theirs: string | null,
): boolean {
  if (ours === null || theirs === null) return ours === theirs;
  if (column.type === "date" || column.type === "datetime") return instant(String(ours)) === theirs;
  return Number(ours) === Number(theirs);
}

const spellingOf = (column: ColumnProfile, value: string | number | boolean): string =>
  column.type === "date" || column.type === "datetime" ? instant(String(value)) : String(value);

function topDiffers(column: ColumnProfile, duck: DuckColumn): string | null {
  const exact = [...duck.counts.values()];
  const byNumber = new Map([...duck.counts].map(([spelt, n]) => [Number(spelt), n]));
  const isNumber = column.type === "integer" || column.type === "number";
  const error = column.top_values_error ?? 0;
  for (const [rank, { value, count }] of (column.top_values ?? []).entries()) {
    const found =
      duck.counts.get(spellingOf(column, value)) ??
      (isNumber ? byNumber.get(Number(value)) : undefined);
    const most = exact[rank] ?? 0;
    if (count > most || count < most - error) return `rank ${rank} ${value}: ${count} for ${most}`;
    const isCut = typeof value === "string" && value.endsWith("…");
    if (found !== undefined ? count > found : duck.counts.size < 200 && !isCut) {
      return `${value}: ${count} for ${found}`;
    }
  }
  return null;
}

/** The statistics of a column that differ, each with both values. */
function differencesOf(column: ColumnProfile, duck: DuckColumn): string[] {
  const found: string[] = [];
  const check = (isSame: boolean, figure: string, ours: unknown, theirs: unknown): void => {
    if (!isSame) found.push(`${figure} ${JSON.stringify(ours)} for ${JSON.stringify(theirs)}`);
  };
  const unfit = duck.unfit.filter((text) => !isMissingToken(text.trim()));
  if (column.type !== "string") check(unfit.length === 0, "unfit", null, unfit.slice(0, 4));
  check(column.null_count === duck.nulls, "nulls", column.null_count, duck.nulls);
  const distinct = column.distinct_count;
  const slack = column.distinct_method === "exact" ? 0 : (column.distinct_error ?? 0) * 2;
  const off = Math.abs((distinct ?? duck.distinct) - duck.distinct);
  check(off <= slack * duck.distinct, "distinct", distinct, duck.distinct);
  const spread = Math.max(Math.abs(Number(duck.min)) || 0, Math.abs(Number(duck.max)) || 0);
  if (column.type !== "string" && column.type !== "boolean") {
    check(isSameBound(column, column.min, duck.min), "min", column.min, duck.min);
    check(isSameBound(column, column.max, duck.max), "max", column.max, duck.max);
  }
  check(isClose(column.mean, duck.mean, spread), "mean", column.mean, duck.mean);
  check(isClose(column.std, duck.std, spread), "std", column.std, duck.std);
  const { quantiles, length } = column;
  if (quantiles?.method === "exact") {
    const ours = [quantiles.p5, quantiles.p25, quantiles.p50, quantiles.p75, quantiles.p95];
    const isSame = ours.every((value, i) => isClose(value, duck.quantiles?.[i] ?? null, spread));
    check(isSame, "quantiles", ours, duck.quantiles);
  }
  if (length && duck.length) {
    const isSame = length.min === duck.length.min && length.max === duck.length.max;
    check(isSame && isClose(length.mean, duck.length.mean), "length", length, duck.length);
  }
  const top = topDiffers(column, duck);
  check(top === null, "top", top, "");
  return found;
}

const tally = { files: 0, refused: 0, shapes: 0, compared: 0, columns: 0, differing: 0 };
const classes = new Map<string, number>();

async function compareOne(path: string): Promise<void> {
  tally.files++;
  const file = relative(folder as string, path);
  const profile = await profileOf(path, work);
  if (typeof profile === "string") {
    tally.refused++;
    if (options.differ) console.log(`refused\t${file}\t${profile}`);
    return;
  }
  const table = await loadTable(connection, inUtf8(path, profile), profile);
  if ("differs" in table) {
    tally.shapes++;
    // An internal error of DuckDB makes its database unusable.
    if (/INTERNAL|FATAL/.test(table.differs)) connection = await connect();
    const alerts = profile.alerts.map(({ code }) => code).join(" ");
    const ours = `ours ${profile.row_count} × ${profile.columns.length} ${profile.format} ${alerts}`;
    if (options.differ) console.log(`shape\t${file}\t${ours}\t${table.differs}`);
    return;
  }
  tally.compared++;
  for (const column of profile.columns.slice(0, columnsMax)) {
    if (!isCompared(column)) continue;
    tally.columns++;
    const found = await duckColumn(connection, column, table).then(
      (duck) => differencesOf(column, duck),
      (error) => [`asked ${String(error).split("\n")[0]?.slice(0, 160)}`],
    );
    if (found.length === 0) continue;
    tally.differing++;
    const kind = `${column.type} ${column.format ?? ""} ${found.map((text) => text.split(" ")[0]).join(" ")}`;
    classes.set(kind, (classes.get(kind) ?? 0) + 1);
    if (options.differ)
      console.log(`figure\t${file}\t${column.name}\t${kind}\t${found.join("; ")}`);
  }
}

async function connect(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const opened = await instance.connect();
  await opened.run("SET TimeZone = 'UTC'");
  return opened;
}

let connection = await connect();
const files = filesIn(folder, Number(options["bytes-max"]));
try {
  for (const [position, file] of files.entries()) {
    if (position % Number(options.every) === 0) await compareOne(file);
  }
  console.log(JSON.stringify(tally));
  for (const [kind, count] of [...classes].toSorted(([, a], [, b]) => b - a)) {
    console.log(`${count}\t${kind}`);
  }
} finally {
  connection.closeSync();
  rmSync(work, { recursive: true, force: true });
}
