/** Makes twins for tests, and compares their values with DuckDB's. */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { makeTwins } from "../../../dataset/twin/make-twins.ts";
import {
  type TwinOutcome,
  twinFile,
  type WantedTable,
  wantedTable,
} from "../../../dataset/twin/order.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import {
  generated,
  type JobOptions,
  makeFolder,
  makeInput,
  profileFile,
} from "../support/dataset-files.ts";
import { loadTable, typedExpr } from "../support/duckdb.ts";

const bytesMax = 1024 ** 3;

export type MadeTwins = { outcomes: TwinOutcome[]; profile: Profile; pathOf(at: number): string };

/** Profiles a file and makes the twins of its default table and of the others. */
export async function twinsOf(
  folder: string,
  filePath: string,
  options: JobOptions & { bytesMax?: number } = {},
): Promise<MadeTwins> {
  const report = await profileFile(folder, filePath, options);
  const { profile } = generated(report);
  const others = "otherTables" in report ? (report.otherTables ?? []) : [];
  const named = profile.tables ?? [];
  const at = Math.max(
    0,
    named.findIndex((table) => table.is_default),
  );
  const first = wantedTable(profile, { position: at, name: named[at]?.name ?? null });
  const rest = others.map(({ position, profile: other }) =>
    wantedTable(other, { position, name: named[position]?.name ?? null }),
  );
  return { ...(await twinsFor(filePath, [first, ...rest], options)), profile };
}

/** Makes the requested twins in a new folder. */
export async function twinsFor(
  filePath: string,
  tables: WantedTable[],
  options: JobOptions & { bytesMax?: number } = {},
): Promise<Omit<MadeTwins, "profile">> {
  const { path } = makeFolder();
  const outcomes: TwinOutcome[] = [];
  const order = { bytesMax: options.bytesMax ?? bytesMax, tables };
  await makeTwins(
    makeInput(filePath, path, options),
    order,
    () => {},
    (outcome) => outcomes.push(outcome),
  );
  return { outcomes, pathOf: (position) => join(path, twinFile(position)) };
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const compared = new Set(["integer", "number", "date", "datetime", "boolean", "string"]);

/** Fails unless every value of the twin equals DuckDB's reading of the source, row by row. */
export async function expectValuesOf(
  connection: DuckDBConnection,
  filePath: string,
  twinPath: string,
  profile: Profile,
): Promise<void> {
  const table = await loadTable(connection, filePath, profile);
  const twin = `read_parquet('${twinPath}')`;
  const count = await connection.runAndReadAll(`SELECT count(*) FROM ${twin}`);
  expect(Number(count.getRows()[0]?.[0])).toBe(profile.row_count);
  for (const column of profile.columns) {
    if (!compared.has(column.type)) continue;
    if (profile.format === "geojson" && column.name === "id") continue;
    const ours = `(SELECT ${printed(quoteName(column.name), column.type)} AS a FROM ${twin})`;
    const theirs = `(SELECT ${printed(typedExpr(column, table), column.type)} AS b FROM ${table.relation})`;
    const found = await connection.runAndReadAll(
      `SELECT a, b FROM ${ours} POSITIONAL JOIN ${theirs} WHERE a IS DISTINCT FROM b LIMIT 3`,
    );
    const differing = found.getRows().map(([a, b]) => `${a} for ${b}`);
    expect({ column: column.name, differing }).toEqual({ column: column.name, differing: [] });
  }
}

/** Prints a type's values so that two readers' values can be compared. */
function printed(value: string, type: string): string {
  if (type === "date" || type === "datetime") return `epoch_us(CAST(${value} AS TIMESTAMP))`;
  if (type === "number") return `CAST(${value} AS DOUBLE)`;
  return `CAST(${value} AS VARCHAR)`;
}

/** The file as a buffer that hyparquet reads. */
export function bufferOf(path: string): ArrayBuffer {
  const bytes = readFileSync(path);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}
