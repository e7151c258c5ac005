/**
 * Reads the files of the Pollock benchmark (VLDB 2023) without being told a dialect, by this engine
 * and by DuckDB's sniffer, and prints how many tables have the exact shape and the published scores.
 * `bun bench/pollock.ts FOLDER [--only ours,duckdb] [--list]`; FOLDER is a checkout of the benchmark.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDuckReader } from "./pollock/read-duckdb.ts";
import { readOurs } from "./pollock/read-ours.ts";
import { measuresOf, scoreOf, type Table } from "./pollock/score.ts";
import { readTruth, type Truth } from "./pollock/truth.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "ours,duckdb" },
    list: { type: "boolean", default: false },
  },
});

type Reader = (filePath: string) => Promise<Table>;
type Result = { file: string; exact: boolean; measures: number[] };

const [folder] = positionals;
if (folder === undefined) throw new Error("Say where the benchmark lies.");
const weights = JSON.parse(readFileSync(join(folder, "pollock_weights.json"), "utf8")) as Record<
  string,
  number
>;

/** Whether rows, columns and names are those of the truth. */
function isExact(table: Table, truth: Truth): boolean {
  if (table.rows.length !== truth.table.rows.length) return false;
  const widths = new Set(truth.table.rows.map((row) => row.length));
  // Some clean versions have a name less than their rows have cells.
  const columns = widths.size === 1 ? ([...widths][0] ?? 0) : truth.table.columns;
  if (table.columns !== columns) return false;
  return hasNames(table.names, truth.table.names);
}

/** Compares names without blanks and marks around them, made ones with missing ones. */
function hasNames(found: readonly string[] | null, truth: readonly string[] | null): boolean {
  if (found === null || truth === null) return found === truth || truth?.length === 0;
  const given = (names: readonly string[]): string[] =>
    names.map((name) => name.trim().replace(/^#+\s*/, "")).filter((name) => !madeName.test(name));
  const [ours, theirs] = [given(found), given(truth)];
  return ours.length === theirs.length && ours.every((name, i) => isNamed(name, theirs[i] ?? ""));
}

const madeName = /^(column_?\d*|_\d*|)$/;

/** A repeated name gets a number behind it. */
function isNamed(name: string, truth: string): boolean {
  return name === truth || (name.startsWith(truth) && /^_\d+$/.test(name.slice(truth.length)));
}

async function run(set: string, reader: Reader, list: boolean): Promise<Result[]> {
  const results: Result[] = [];
  for (const file of readdirSync(join(folder as string, set, "csv")).sort()) {
    const truth = readTruth(join(folder as string, set), file);
    const table = await reader(join(folder as string, set, "csv", file));
    const exact = isExact(table, truth);
    results.push({ file, exact, measures: measuresOf(truth.table, table) });
    if (!list || exact) continue;
    const of = ({ rows, columns, names }: Table): string =>
      `${rows.length} rows, ${columns} columns, ${JSON.stringify(names?.slice(0, 12) ?? null)}`;
    console.log(`${file}\n  truth ${of(truth.table)}\n  read  ${of(table)} ${table.failure ?? ""}`);
  }
  return results;
}

function report(set: string, name: string, results: readonly Result[]): void {
  const exact = results.filter((result) => result.exact).length;
  const { simple, weighted } = scoreOf(results, weights);
  const share = (exact / results.length).toFixed(4);
  console.log(
    `${set} ${name}: exact ${exact} of ${results.length} (${share}), ` +
      `Pollock simple ${simple.toFixed(3)}, weighted ${weighted?.toFixed(3) ?? "none"}`,
  );
}

const duck = await openDuckReader();
const readers: Record<string, Reader> = { ours: readOurs, duckdb: duck };
for (const set of ["polluted_files", "survey_sample"]) {
  if (!existsSync(join(folder, set))) continue;
  for (const name of options.only.split(",")) {
    const reader = readers[name];
    if (reader) report(set, name, await run(set, reader, options.list));
  }
}
