/** A whole table as its reader returns it, before it is measured. */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { detectFormat } from "../../../dataset/open/detect.ts";
import { openTable } from "../../../dataset/read/open-table.ts";
import { type JobOptions, makeInput } from "./dataset-files.ts";

export type ReadTable = { names: string[]; rows: unknown[][] };

/** All rows of a file that is not an archive; missing cells are null. */
export async function readTable(
  folder: string,
  content: string | Uint8Array,
  options: JobOptions = {},
): Promise<ReadTable> {
  const filePath = join(folder, "table");
  writeFileSync(filePath, content);
  const byteSize = statSync(filePath).size;
  const detected = await detectFormat(filePath, byteSize, options.hint ?? null);
  if (detected.kind === "compressed" || detected.kind === "archive" || detected.kind === "inner") {
    throw new Error(detected.kind);
  }
  const input = makeInput(filePath, folder, options);
  const source = await openTable(detected, { filePath, byteSize }, input);
  const picked: unknown[][] = [];
  for await (const chunk of source.chunks()) {
    picked.push(...chunk.pick(Array.from({ length: chunk.rows }, (_, i) => i)));
  }
  const names = [...source.names];
  return { names, rows: picked.map((row) => names.map((_, i) => row[i] ?? null)) };
}
