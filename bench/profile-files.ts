/**
 * Time and memory of a whole-file profile: this engine, DuckDB's SUMMARIZE and Polars used by hand,
 * in turn, each in its own process, on the same generated files. `bun bench/profile-files.ts [--gb
 * 1] [--formats csv,jsonl,nested,parquet] [--runs 3] [--huge]` `--huge` adds one run over a CSV
 * file of ten times the size, if the disk has room for it.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { allocatorEnvironment } from "../dataset/child/process.ts";
import { generateTable, type TableFormat } from "./profile-generate.ts";

const { values: options } = parseArgs({
  options: {
    gb: { type: "string", default: "1" },
    formats: { type: "string", default: "csv,jsonl,nested,parquet" },
    runs: { type: "string", default: "3" },
    huge: { type: "boolean", default: false },
  },
});

const GIGA = 1e9;
/** Parquet is compressed: this share of the other formats' size holds at least as many rows. */
const PARQUET_SHARE = 0.3;
const HUGE_FACTOR = 10;
const RUN_TIMEOUT_MS = 3_600_000;

const CONTENDERS = {
  engine:
    "types of the whole file, nulls, exact min/max/mean/std, distinct, quantiles, histogram, top values, duplicate and complete rows, lengths, personal data, date gaps, sample",
  duckdb: "SUMMARIZE: sniffed types, nulls, min/max/avg/std, approximate distinct and quartiles",
  polars: "read whole with inferred types, nulls, min/max/mean/std, exact distinct and quartiles",
} as const;

type Contender = keyof typeof CONTENDERS;
type Outcome = { rows: number; seconds: number; cpuSeconds: number; peakBytes: number };

function runOnce(contender: Contender, filePath: string, format: TableFormat): Outcome | null {
  const program = join(import.meta.dirname, "profile-contender.ts");
  const args = ["--expose-gc", program, contender, filePath, format];
  const allocator = contender === "engine" ? allocatorEnvironment : {};
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, ...allocator },
    timeout: RUN_TIMEOUT_MS,
  });
  const line = stdout.split("\n").find((text) => text.startsWith("{"));
  if (line) return JSON.parse(line) as Outcome;
  process.stderr.write(`${contender} failed: ${stderr.slice(-500)}\n`);
  return null;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Runs the contenders in turn, A B C A B C, and prints a row for each. */
function compare(
  title: string,
  filePath: string,
  format: TableFormat,
  contenders: readonly Contender[],
  runs: number,
): void {
  const outcomes = new Map<Contender, Outcome[]>(contenders.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const contender of contenders) {
      const outcome = runOnce(contender, filePath, format);
      if (outcome) outcomes.get(contender)?.push(outcome);
    }
  }
  const peer = median((outcomes.get("duckdb") ?? []).map(({ seconds }) => seconds));
  for (const [contender, found] of outcomes) {
    const seconds = median(found.map((outcome) => outcome.seconds));
    const peak = Math.max(...found.map((outcome) => outcome.peakBytes)) / 1e6;
    const cpuSeconds = median(found.map((outcome) => outcome.cpuSeconds));
    const figures = [seconds, seconds / peer, cpuSeconds].map((figure) => figure.toFixed(2));
    const cells = [title, contender, ...figures, peak.toFixed(0), CONTENDERS[contender]];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "profile-files-"));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const gigabytes = Number(options.gb);
const runs = Number(options.runs);
process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}; median of ${runs} runs in turn\n\n`);
process.stdout.write(
  "| file | contender | seconds | of SUMMARIZE | CPU seconds | peak MB | computes |\n",
);
process.stdout.write("|---|---|---|---|---|---|---|\n");
for (const format of options.formats.split(",") as TableFormat[]) {
  const share = format === "parquet" ? PARQUET_SHARE : 1;
  const filePath = join(folder, `table.${format}`);
  const { rows, byteSize } = await generateTable(filePath, format, gigabytes * share * GIGA);
  const title = `${(byteSize / GIGA).toFixed(2)} GB ${format}, ${rows} rows`;
  // Polars has no minimum and maximum of nested values.
  const peers = format === "nested" ? (["duckdb"] as const) : (["duckdb", "polars"] as const);
  compare(title, filePath, format, ["engine", ...peers], runs);
  rmSync(filePath);
}
if (options.huge) {
  const bytes = gigabytes * HUGE_FACTOR * GIGA;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes * 2) {
    process.stdout.write("The disk is too small for the huge file.\n");
  } else {
    const filePath = join(folder, "huge.csv");
    const { rows, byteSize } = await generateTable(filePath, "csv", bytes);
    const title = `${(byteSize / GIGA).toFixed(2)} GB csv, ${rows} rows`;
    compare(title, filePath, "csv", ["engine", "duckdb"], 1);
  }
}
