import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type DatasetReport, joinColumnsFile } from "../../dataset/child/pool.ts";
import type { TableColumn } from "../../db/queries/search/join-columns.ts";
import { decodeJoinColumns } from "../../market/profile/join/schemas.ts";
import {
  JOIN_COLUMNS_KEPT_MAX,
  JOIN_FILE_BYTES_MAX,
} from "../../market/profile/join/vocabulary.ts";

type Generated = Extract<DatasetReport, { outcome: "generated" }>;

/**
 * Reads the join keys that a child left in the job's folder: those of the default table first, then
 * of the others, up to the limit per file.
 */
export async function readJoinColumns(report: Generated, folder: string): Promise<TableColumn[]> {
  const columns = await readTable(folder, report.rowSketch, null);
  for (const { position, rowSketch } of report.otherTables ?? []) {
    if (columns.length >= JOIN_COLUMNS_KEPT_MAX) break;
    const name = report.profile.tables?.[position]?.name ?? null;
    if (name !== null) columns.push(...(await readTable(folder, rowSketch, name)));
  }
  return columns.slice(0, JOIN_COLUMNS_KEPT_MAX);
}

async function readTable(
  folder: string,
  number: number | undefined,
  tableName: string | null,
): Promise<TableColumn[]> {
  if (!Number.isSafeInteger(number)) return [];
  const path = join(folder, joinColumnsFile(Number(number)));
  // A child without a key writes none.
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  if (size === null || size > JOIN_FILE_BYTES_MAX) return [];
  const columns = decodeJoinColumns(await readFile(path, "utf8")) ?? [];
  return columns.map((column) => ({ ...column, tableName }));
}
