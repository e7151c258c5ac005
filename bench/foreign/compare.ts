/**
 * Profiles every file of a folder as a worker does, each in its own child process limited to 1 GiB,
 * and compares rows, columns and names with DuckDB's. Also checks that every job ended, and that
 * the pool can still profile a sound file at the end. `bun bench/foreign/compare.ts FOLDER [--list
 * | --differ] [--jobs 2] [--bytes-max 50000000]`
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import type { DatasetReport } from "../../dataset/base/report.ts";
import {
  ChildFailure,
  type ChildPool,
  createChildPool,
  DEFAULT_LIMITS,
} from "../../dataset/child/pool.ts";
import { DuckAnswers } from "./ask-duckdb.ts";
import type { DuckKind, Shape } from "./duckdb-shape.ts";
import { filesIn } from "./folder-files.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    differ: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
    "bytes-max": { type: "string", default: "50000000" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Say which folder.");

const GIB = 1024 ** 3;
const jobSecondsMax = 120;
const soundCsv = "id,name\n1,Ann\n2,Bob\n3,Cy\n";

type Outcome = { kind: string; shape: Shape; alerts: string[]; format: string | null };
type Row = { file: string; duck: Shape; ours: Outcome; seconds: number };

/** Chooses DuckDB's reader by the profile's format, or by the name of a refused file. */
function duckKind(file: string, format: string | null): DuckKind {
  if (format === "parquet" || /\.parquet/.test(file)) return "parquet";
  if (format !== null && /json/.test(format)) return "json";
  return "csv";
}

async function profileOne(pool: ChildPool, filePath: string): Promise<Outcome> {
  const workDir = mkdtempSync(join(work, "job-"));
  const input = {
    ...{ filePath, workDir, formatHint: null, fileSha256: "5eed".repeat(16) },
    ...{ byteSize: statSync(filePath).size, datasetVersion: "1", paid: false },
    documentation: { titleLength: 20, descriptionLength: 90, tagCount: 1, hasLicense: true },
    computedAt: new Date(),
    limits: DEFAULT_LIMITS,
  };
  try {
    return outcomeOf(await pool.run(input, { timeoutSeconds: jobSecondsMax, attempt: 1 }));
  } catch (error) {
    if (!(error instanceof ChildFailure)) throw error;
    return { kind: error.kind, shape: { refused: error.kind }, alerts: [], format: null };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

function outcomeOf(report: DatasetReport): Outcome {
  const { format, profile } = report;
  if (report.outcome === "no_sample") {
    return { kind: report.error.code, shape: { refused: report.error.code }, alerts: [], format };
  }
  const names = profile?.columns.map((column) => column.name) ?? [];
  const tables = profile?.tables?.length ?? 1;
  const alerts = profile?.alerts.map(({ code }) => code) ?? [];
  const kind = tables > 1 ? `${tables} tables` : "generated";
  return { kind, shape: { rows: profile?.row_count ?? 0, names }, alerts, format };
}

const shownOf = (shape: Shape): string =>
  "refused" in shape ? shape.refused : `${shape.rows} × ${shape.names.length}`;

function isSame({ duck, ours }: Row): boolean {
  if ("refused" in duck || "refused" in ours.shape) return false;
  return duck.rows === ours.shape.rows && duck.names.length === ours.shape.names.length;
}

function hasSameNames({ duck, ours }: Row): boolean {
  if ("refused" in duck || "refused" in ours.shape) return false;
  return JSON.stringify(duck.names) === JSON.stringify(ours.shape.names);
}

function print(row: Row): void {
  const { file, duck, ours, seconds } = row;
  const told = [ours.format, ours.kind === "generated" ? null : ours.kind, ...ours.alerts];
  const line = [file, shownOf(duck), shownOf(ours.shape), told.filter(Boolean).join(" ")];
  console.log(`| ${line.join(" | ")} | ${seconds.toFixed(1)} |`);
  if (!options.differ || "refused" in ours.shape) return;
  const names = "refused" in duck ? [] : duck.names;
  console.log(`    ours ${JSON.stringify(ours.shape.names).slice(0, 300)}`);
  console.log(`    duck ${JSON.stringify(names).slice(0, 300)}`);
}

const work = mkdtempSync(join(tmpdir(), "foreign-files-"));
const pool = createChildPool({
  ...{ tempDir: work, memoryBytesMax: GIB, threads: 2, environment: {}, standbys: 0 },
});
const files = filesIn(folder, Number(options["bytes-max"]));
const rows: Row[] = [];

async function takeJobs(): Promise<void> {
  const duck = new DuckAnswers();
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    const startedAt = performance.now();
    const ours = await profileOne(pool, file);
    const seconds = (performance.now() - startedAt) / 1000;
    const shape = await duck.ask(file, duckKind(file, ours.format));
    const row = { file: relative(folder as string, file), duck: shape, ours, seconds };
    rows.push(row);
    if (options.list || (options.differ && !(isSame(row) && hasSameNames(row)))) print(row);
  }
  duck.close();
}

const count = (test: (row: Row) => boolean): number => rows.filter(test).length;
const isRead = ({ ours }: Row): boolean => !("refused" in ours.shape);
const endsOfChildren = ["crashed", "out_of_memory", "timeout", "killed", "not_started"];

try {
  await Promise.all(Array.from({ length: Number(options.jobs) }, takeJobs));
  const sound = join(work, "sound.csv");
  writeFileSync(sound, soundCsv);
  const after = shownOf((await profileOne(pool, sound)).shape);
  console.log(`files ${rows.length}, all ended; a sound file afterwards: ${after}`);
  console.log(`ours reads ${count(isRead)}, DuckDB ${count((row) => !("refused" in row.duck))}`);
  console.log(`same rows and columns ${count(isSame)}, of these the same names`);
  console.log(`  ${count((row) => isSame(row) && hasSameNames(row))}`);
  const kinds = new Map<string, number>();
  for (const { ours } of rows) kinds.set(ours.kind, (kinds.get(ours.kind) ?? 0) + 1);
  for (const [kind, found] of [...kinds].toSorted(([, a], [, b]) => b - a)) {
    const note = endsOfChildren.includes(kind) ? " (the child ended; the job did too)" : "";
    console.log(`  ${found} ${kind}${note}`);
  }
} finally {
  await pool.close();
  rmSync(work, { recursive: true, force: true });
}
