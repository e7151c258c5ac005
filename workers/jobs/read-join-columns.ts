import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type DatasetReport, joinColumnsFile } from "../../dataset/child/pool.ts";
import type { NewColumn } from "../../db/queries/search/join-columns.ts";
import type { JoinKey } from "../../market/profile/join/join-key.ts";
import { decodeJoinColumns } from "../../market/profile/join/schemas.ts";
import { ShownValues } from "../../market/profile/join/shown-values.ts";
import {
  JOIN_COLUMNS_KEPT_MAX,
  JOIN_FILE_BYTES_MAX,
} from "../../market/profile/join/vocabulary.ts";
import type { Sample } from "../../market/profile/schemas.ts";

type Generated = Extract<DatasetReport, { outcome: "generated" }>;

/**
 * Reads the join keys that a child left in the job's folder: those of the default table first, then
 * of the others, up to the limit per file. `paidKey`: for a paid file, whose sample shows some of its
 * values; null for a free one.
 */
export async function readJoinColumns(
  report: Generated,
  folder: string,
  paidKey: Pick<JoinKey, "hashKey"> | null,
): Promise<NewColumn[]> {
  const shownIn = (sample: Sample) =>
    paidKey === null ? null : new ShownValues(sample, paidKey.hashKey);
  const table = { number: report.rowSketch, name: null, shown: shownIn(report.sample) };
  const columns = await readTable(folder, table);
  for (const { position, rowSketch: number, sample } of report.otherTables ?? []) {
    if (columns.length >= JOIN_COLUMNS_KEPT_MAX) break;
    const name = report.profile.tables?.[position]?.name ?? null;
    if (name === null) continue;
    columns.push(...(await readTable(folder, { number, name, shown: shownIn(sample) })));
  }
  return columns.slice(0, JOIN_COLUMNS_KEPT_MAX);
}

type Table = { number: number | undefined; name: string | null; shown: ShownValues | null };

async function readTable(folder: string, { number, name, shown }: Table): Promise<NewColumn[]> {
  if (!Number.isSafeInteger(number)) return [];
  const path = join(folder, joinColumnsFile(Number(number)));
  // A child without a key writes none.
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  if (size === null || size > JOIN_FILE_BYTES_MAX) return [];
  const columns = decodeJoinColumns(await readFile(path, "utf8")) ?? [];
  return columns.map((column) => ({
    ...column,
    tableName: name,
    shown: shown?.hashesOf(column.name) ?? [],
  }));
}
