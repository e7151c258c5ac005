/** Runs one figure of an acceptance contract in a query process. */
import type { Database } from "../../../db/client.ts";
import { readTwins } from "../../../db/queries/catalogue/twins.ts";
import { findJoinColumn } from "../../../db/queries/search/join-columns.ts";
import type { Queries } from "../../../platform/query/port.ts";
import { yieldToOthers } from "../../../platform/yield-to-others.ts";
import { decodeSketch } from "../../../sdk/src/value-sketch.ts";
import { awaitTwin, findTwin, type Twin } from "../../catalogue/twin/find-twin.ts";
import type { Context } from "../../context.ts";
import { joinKeysOf } from "../../profile/join/join-key.ts";
import { givenBy } from "../matching/given-values.ts";
import { estimateOpen } from "../matching/rules.ts";
import { type FigureCheck, type TypeCheck, typeFault } from "./compile.ts";
import { figureFault, inContract } from "./figure-sql.ts";
import type { Figure } from "./judge.ts";

type File = { datasetId: string; uploadId: string; version: number };
type CheckedTable = File & { table: string | null; twin: Twin };
/** `missing`: why the table cannot be queried. */
type MissingTable = { missing: string; isPending: boolean };
export type Tables = ReadonlyMap<string | undefined, CheckedTable | MissingTable>;

/** Each table that the checks name; waits a moment for one that is being written, unless `signal` is aborted. */
export async function findTables(
  db: Database,
  file: File,
  checks: readonly { table: string | undefined }[],
  signal: AbortSignal,
): Promise<Tables> {
  const names = new Set(checks.map(({ table }) => table));
  const found = new Map<string | undefined, CheckedTable | MissingTable>();
  for (const name of names) {
    const asked = { name, isOnly: names.size === 1 };
    const { table, twin } = await findTable(db, file.uploadId, asked, signal);
    found.set(
      name,
      "missing" in twin
        ? { missing: twin.detail, isPending: twin.missing === "twin_pending" }
        : { ...file, table: table ?? null, twin },
    );
  }
  return found;
}

type Named = { name: string | undefined; isOnly: boolean };

/** The standard requires a name of each table, and the table of a format such as CSV has none. */
async function findTable(
  db: Database,
  uploadId: string,
  { name, isOnly }: Named,
  signal: AbortSignal,
) {
  const twin = await awaitTwin(db, { uploadId, table: name }, signal);
  if (!(isOnly && "missing" in twin && twin.missing === "tables_exceeded")) {
    return { table: name, twin };
  }
  const { rows } = await readTwins(db, uploadId);
  if (rows.length !== 1 || rows[0]?.tableName !== null) return { table: name, twin };
  return { table: undefined, twin: await findTwin(db, { uploadId, table: undefined }) };
}

/** Why a table cannot be queried yet, although it soon can; null if there is none. */
export function pendingTable(tables: Tables): string | null {
  for (const table of tables.values()) {
    if ("missing" in table && table.isPending) return table.missing;
  }
  return null;
}

/** `fault`: why the check does not hold. `missing`: why its table cannot be queried. */
type TypeAnswer = { kind: "passed" } | { kind: "fault" | "missing"; detail: string };

export function answerType(check: TypeCheck, tables: Tables): TypeAnswer {
  const table = tables.get(check.table);
  if (table === undefined || "missing" in table) return missingTable(table);
  const detail = typeFault(check, table.twin.columns);
  return detail === null ? { kind: "passed" } : { kind: "fault", detail };
}

const missingTable = (table: MissingTable | undefined) =>
  ({ kind: "missing", detail: table?.missing ?? "There is no such table." }) as const;

type FigureAnswer =
  | { kind: "figure"; figure: Figure }
  | { kind: "refused" | "missing"; detail: string }
  /** Nobody could answer now. */
  | { kind: "later"; detail: string };

const laterCodes: readonly string[] = ["queries_unavailable", "rate_limited"];

export type FigureSources = { ctx: Pick<Context, "db" | "config">; queries: Queries };

type Asking = { tables: Tables; caller: string; mode: "figure" | "plan" };

export async function askFigure(
  { ctx, queries }: FigureSources,
  check: FigureCheck,
  { tables, caller, mode }: Asking,
  signal: AbortSignal,
): Promise<FigureAnswer> {
  const table = tables.get(check.table);
  if (table === undefined || "missing" in table) return missingTable(table);
  const { measure } = check;
  if ("sketch" in measure) return await countMatches(ctx, table, measure);
  // The parser takes up to a millisecond for each.
  await yieldToOthers();
  const fault = figureFault(measure.sql, check.table);
  if (fault !== null) return { kind: "refused", detail: fault };
  const { objectKey, byteSize, sha256 } = table.twin;
  const dataset = { id: table.datasetId, version: table.version, table: table.table };
  const asked = {
    tables: [{ stored: { objectKey, byteSize, sha256 }, dataset }],
    ...{ caller, mode, query: { sql: measure.sql } },
  };
  const result = await queries.run(asked, signal);
  if (result.kind === "failed") return { kind: "later", detail: result.reason };
  if (result.kind === "refused") {
    const { code, detail } = result.refusal;
    return { kind: laterCodes.includes(code) ? "later" : "refused", detail: inContract(detail) };
  }
  const { rows } = JSON.parse(new TextDecoder().decode(result.body)) as { rows: Figure[][] };
  return { kind: "figure", figure: rows[0]?.[0] ?? null };
}

type Sketched = Extract<FigureCheck["measure"], { sketch: string }>;

/** Compared by the hashes that the profile job stored; of large columns or sketches an estimate. */
async function countMatches(
  { db, config }: FigureSources["ctx"],
  { uploadId, table }: CheckedTable,
  { sketch, column: name, isPercent }: Sketched,
): Promise<FigureAnswer> {
  const decoded = decodeSketch(sketch);
  for (const key of joinKeysOf(config)) {
    const keyId = key.id;
    const column = await findJoinColumn(db, { uploadId, keyId, tableName: table, name });
    if (column === null || decoded === null) continue;
    const given = givenBy(decoded, key);
    const estimate = estimateOpen(given, column);
    if (estimate === "imprecise") {
      const detail = `Column ${JSON.stringify(name)} is too large to compare so few values with.`;
      return { kind: "refused", detail };
    }
    const matched = estimate?.matched ?? 0;
    return { kind: "figure", figure: isPercent ? (100 * matched) / given.distinct : matched };
  }
  return { kind: "refused", detail: noKey(name) };
}

const noKey = (name: string) =>
  `Column ${JSON.stringify(name)} cannot be compared: it needs enough different texts or whole numbers, and no ` +
  "personal data.";
