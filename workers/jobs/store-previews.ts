/** Stores what a profile job shows of a file. */
import { readFile } from "node:fs/promises";
import type { Storage } from "../../platform/storage/port.ts";
import { StoreFailedError } from "./fetch-file.ts";

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

/** An earlier sheet, which may have shown more of a file that was free, never stays. */
export async function storeContactSheet(
  storage: Storage,
  path: string,
  sheetFile: string | null,
): Promise<void> {
  if (sheetFile === null) return await storage.delete(path);
  await storePreview(storage, path, await readFile(sheetFile), "image/webp");
}
