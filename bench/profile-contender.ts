/**
 * Runs one contender in its own process: `bun bench/profile-contender.ts <contender> <file>
 * <format>`. Prints one line of JSON with the elapsed seconds, the processor seconds of all
 * threads, and the peak resident memory.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TableFormat } from "./profile-generate.ts";

async function runEngine(filePath: string, format: TableFormat): Promise<number> {
  const { DEFAULT_LIMITS } = await import("../dataset/base/limits.ts");
  const { profileDataset } = await import("../dataset/profile-dataset.ts");
  const workDir = mkdtempSync(join(tmpdir(), "profile-bench-"));
  try {
    const report = await profileDataset(
      {
        filePath,
        workDir,
        formatHint: format === "nested" ? "jsonl" : format,
        fileSha256: createHash("sha256").update(filePath).digest("hex"),
        byteSize: statSync(filePath).size,
        datasetVersion: "bench",
        paid: false,
        documentation: { titleLength: 0, descriptionLength: 0, tagCount: 0, hasLicense: false },
        computedAt: new Date(0),
        limits: DEFAULT_LIMITS,
      },
      () => {},
    );
    if (!report.profile) throw new Error(JSON.stringify(report));
    return report.profile.row_count;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function runDuckDb(filePath: string, format: TableFormat): Promise<number> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const readers = {
    csv: "read_csv",
    jsonl: "read_json",
    nested: "read_json",
    parquet: "read_parquet",
  };
  const path = filePath.replaceAll("'", "''");
  const rows = await connection.runAndReadAll(
    `SUMMARIZE SELECT * FROM ${readers[format]}('${path}')`,
  );
  return Number(rows.getRowObjects()[0]?.count ?? 0);
}

/**
 * Reads the file into memory with inferred types and describes it, as a person would do by hand.
 */
async function runPolars(filePath: string, format: TableFormat): Promise<number> {
  const { default: pl } = await import("nodejs-polars");
  const readers = {
    csv: () => pl.readCSV(filePath),
    jsonl: () => pl.scanJson(filePath).collectSync(),
    parquet: () => pl.readParquet(filePath),
  };
  if (format === "nested") throw new Error("Polars has no smallest and largest nested value.");
  const frame = readers[format]();
  const figures = frame.getColumns().flatMap((column) => {
    const values = pl.col(column.name);
    const all = [values.nullCount(), values.nUnique(), values.min(), values.max()];
    if (!column.isNumeric()) return all;
    const quantiles = [0.25, 0.5, 0.75].map((share) => values.quantile(share));
    return [...all, values.mean(), values.std(), ...quantiles];
  });
  frame.select(...figures.map((figure, i) => figure.alias(`f${i}`)));
  return frame.height;
}

const RUNNERS: Readonly<Record<string, (path: string, format: TableFormat) => Promise<number>>> = {
  engine: runEngine,
  duckdb: runDuckDb,
  polars: runPolars,
};

const [contender = "", filePath = "", format = ""] = process.argv.slice(2);
const run = RUNNERS[contender];
if (!run) throw new Error(`unknown contender ${contender}`);
const start = performance.now();
const rows = await run(filePath, format as TableFormat);
const seconds = (performance.now() - start) / 1000;
const cpu = process.cpuUsage();
const cpuSeconds = (cpu.user + cpu.system) / 1e6;
const status = readFileSync("/proc/self/status", "utf8");
const peakBytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
process.stdout.write(`${JSON.stringify({ contender, rows, seconds, cpuSeconds, peakBytes })}\n`);
process.exit(0);
