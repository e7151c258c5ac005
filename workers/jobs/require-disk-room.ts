import { statfs } from "node:fs/promises";
import { DiskFailedError } from "./fetch-file.ts";

/**
 * Checks before fetching that the work folder has room. Throws DiskFailedError with the needed and
 * the free bytes.
 */
export async function requireDiskRoom(folder: string, bytesNeeded: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const bytesFree = bavail * bsize;
  if (bytesNeeded <= bytesFree) return;
  throw new DiskFailedError(
    new Error(`the job needs ${bytesNeeded} bytes below WORK_DIR, and ${bytesFree} are free`),
  );
}
