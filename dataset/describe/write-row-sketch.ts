/** Leaves the hashes of a table's rows in the job's folder: they are no part of what is shown. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeRowSketch } from "../../market/profile/drift/row-sketch.ts";
import type { ProfileInput } from "../base/input.ts";
import { rowSketchFile } from "../base/report.ts";
import type { TableScan } from "../measure/scan-table.ts";

/**
 * Of each job's input: a file may hold several tables, and its largest is known only at the end.
 */
const written = new WeakMap<object, number>();

/** Writes the sketch of a table; returns the number of its file. */
export function writeRowSketch(
  { rowHashes, rowSketch, columns }: TableScan,
  input: Pick<ProfileInput, "workDir">,
): number {
  const types = columns.map(({ type }) => type);
  const bytes = encodeRowSketch(rowHashes.sketch(rowSketch, types));
  const number = written.get(input) ?? 0;
  written.set(input, number + 1);
  writeFileSync(join(input.workDir, rowSketchFile(number)), bytes);
  return number;
}
