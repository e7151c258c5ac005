import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ProfileInput } from "../base/input.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import type { DatasetProgress } from "../base/report.ts";
import { dropPackedTexts } from "../open/packed-text.ts";
import { openParts, readParts } from "../tables/read-parts.ts";
import { type FoundTable, findTables } from "./find-tables.ts";
import {
  type TwinOrder,
  type TwinOutcome,
  TwinRefusal,
  twinFile,
  type WantedTable,
} from "./order.ts";
import { servesAsTwin } from "./source-twin.ts";
import { writeTwin } from "./write-twin.ts";

/**
 * Makes the requested Parquet twins one after the other and reports each. A table without a twin
 * does not affect the others; only faults of the machine or of this program are thrown.
 */
export async function makeTwins(
  input: ProfileInput,
  order: TwinOrder,
  onProgress: (progress: DatasetProgress) => void,
  onOutcome: (outcome: TwinOutcome) => void,
): Promise<void> {
  const { byteSize } = input;
  const onBytes = (phase: DatasetProgress["phase"]) => (done: number) =>
    onProgress({ phase, bytes_done: Math.min(Math.round(done), byteSize), bytes_total: byteSize });
  let found: FoundTable[];
  try {
    found = await findTables(input, onBytes("detect"));
  } catch (error) {
    const refusal = refusalOf(error);
    for (const { position } of order.tables) onOutcome({ position, outcome: "none", ...refusal });
    return;
  }
  try {
    for (const wanted of order.tables) {
      const table =
        wanted.name === null ? found[0] : found.find(({ name }) => name === wanted.name);
      onOutcome(await makeTwin(table, wanted, input, order.bytesMax, onBytes("read")));
    }
  } finally {
    dropPackedTexts(input.workDir);
  }
}

async function makeTwin(
  table: FoundTable | undefined,
  wanted: WantedTable,
  input: ProfileInput,
  bytesMax: number,
  onBytes: (bytesDone: number) => void,
): Promise<TwinOutcome> {
  const { position } = wanted;
  const path = join(input.workDir, twinFile(position));
  try {
    if (table === undefined)
      throw new TwinRefusal("table_unread", "The table was not found again.");
    const { parquet } = table;
    if (parquet !== null && servesAsTwin(parquet, wanted, input.limits)) {
      return { position, outcome: "source" };
    }
    await readParts(table.parts, async (left) => {
      const source = await openParts(left, input);
      await writeTwin(source, wanted, { path, bytesMax }, onBytes);
    });
    return { position, outcome: "made" };
  } catch (error) {
    const refusal = refusalOf(error);
    rmSync(path, { force: true });
    return { position, outcome: "none", ...refusal };
  }
}

/** The reason for the missing twin, from errors that have one; rethrows all other errors. */
function refusalOf(error: unknown): Pick<TwinRefusal, "code"> & { detail: string } {
  const cause = error instanceof Error && error.name === "PartFault" ? error.cause : error;
  if (cause instanceof TwinRefusal) return { code: cause.code, detail: cause.message };
  if (cause instanceof DatasetRefusal) return { code: "table_unread", detail: cause.message };
  throw error;
}
