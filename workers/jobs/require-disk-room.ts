/** Whether the work folder can hold what a job will write, asked before any of it is fetched. */
import { statfs } from "node:fs/promises";
import { DiskFailedError } from "./fetch-file.ts";

/** Errors: DiskFailedError, which says how much is needed and how much is free. */
export async function requireDiskRoom(folder: string, bytesNeeded: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const bytesFree = bavail * bsize;
  if (bytesNeeded <= bytesFree) return;
  throw new DiskFailedError(
    new Error(`the job needs ${bytesNeeded} bytes below WORK_DIR, and ${bytesFree} are free`),
  );
}
