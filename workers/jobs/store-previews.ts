import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { contactSheetFile, type DatasetReport } from "../../dataset/child/pool.ts";
import { rowSketchPath } from "../../market/profile/drift/row-sketch.ts";
import { contactSheetPath } from "../../market/profile/rules.ts";
import { packTables, tablePackPath } from "../../market/profile/table-pack.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { StoreFailedError } from "./fetch-file.ts";

type Generated = Extract<DatasetReport, { outcome: "generated" }>;

/**
 * Stores everything shown of a file: its sample, its row hashes, the rows of its other tables, and
 * the contact sheet.
 */
export async function storeShown(
  storage: Storage,
  report: Generated,
  {
    samplePath,
    sketch,
    workDir,
  }: { samplePath: string; sketch: Uint8Array | null; workDir: string },
): Promise<void> {
  const { sample, profile, otherTables, contactSheet } = report;
  const bytes = new TextEncoder().encode(JSON.stringify(sample));
  const sheetFile = contactSheet ? join(workDir, contactSheetFile) : null;
  const binary = "application/octet-stream";
  await Promise.all([
    storePreview(storage, samplePath, bytes, "application/json"),
    sketch && storePreview(storage, rowSketchPath(samplePath), sketch, binary),
    // Overwrites the rows that were stored when the file had another price.
    profile.tables !== undefined &&
      storePreview(storage, tablePackPath(samplePath), packTables(otherTables ?? []), binary),
    profile.images !== undefined &&
      storeContactSheet(storage, contactSheetPath(samplePath), sheetFile),
  ]);
}

export async function storePreview(
  storage: Storage,
  path: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  try {
    await storage.write(path, bytes, contentType);
  } catch (error) {
    throw new StoreFailedError("the sample could not be stored", { cause: error });
  }
}

/** An earlier contact sheet must not stay, because it may show more of a file that was free. */
async function storeContactSheet(
  storage: Storage,
  path: string,
  sheetFile: string | null,
): Promise<void> {
  if (sheetFile === null) return await storage.delete(path);
  await storePreview(storage, path, await readFile(sheetFile), "image/webp");
}
