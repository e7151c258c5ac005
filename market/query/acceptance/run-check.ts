/** Runs one figure of an acceptance contract in a query process. */
import type { Database } from "../../../db/client.ts";
import type { Queries } from "../../../platform/query/port.ts";
import { findTwin, type Twin } from "../../catalogue/twin/find-twin.ts";
import type { Figure } from "./judge.ts";

type File = { datasetId: string; uploadId: string; version: number };
export type CheckedTable = File & { table: string | null; twin: Twin };
/** `missing`: why the table cannot be queried. */
export type Tables = ReadonlyMap<
  string | undefined,
  CheckedTable | { missing: string; isPending: boolean }
>;

/** Each table that the checks name. */
export async function findTables(
  db: Database,
  file: File,
  checks: readonly { table: string | undefined }[],
): Promise<Tables> {
  const names = new Set(checks.map(({ table }) => table));
  const found = new Map<
    string | undefined,
    CheckedTable | { missing: string; isPending: boolean }
  >();
  for (const table of names) {
    const twin = await findTwin(db, { uploadId: file.uploadId, table });
    found.set(
      table,
      "missing" in twin
        ? { missing: twin.detail, isPending: twin.missing === "twin_pending" }
        : { ...file, table: table ?? null, twin },
    );
  }
  return found;
}

export function readColumns({ twin }: CheckedTable): { name: string; type: string }[] {
  return twin.columns.map(({ name, type }) => ({ name, type }));
}

export type FigureAnswer =
  | { kind: "figure"; figure: Figure }
  | { kind: "refused"; detail: string }
  /** Nobody could answer now. */
  | { kind: "later"; detail: string };

const laterCodes: readonly string[] = ["queries_unavailable", "rate_limited"];

export async function askFigure(
  queries: Queries,
  asked: { table: CheckedTable; sql: string; caller: string; mode: "figure" | "plan" },
  signal: AbortSignal,
): Promise<FigureAnswer> {
  const { table, sql, caller, mode } = asked;
  const { objectKey, byteSize, sha256 } = table.twin;
  const dataset = { id: table.datasetId, version: table.version, table: table.table };
  const tables = [{ stored: { objectKey, byteSize, sha256 }, dataset }];
  const result = await queries.run({ tables, caller, query: { sql }, mode }, signal);
  if (result.kind === "failed") return { kind: "later", detail: result.reason };
  if (result.kind === "refused") {
    const { code, detail } = result.refusal;
    return { kind: laterCodes.includes(code) ? "later" : "refused", detail };
  }
  const { rows } = JSON.parse(new TextDecoder().decode(result.body)) as { rows: Figure[][] };
  return { kind: "figure", figure: rows[0]?.[0] ?? null };
}
