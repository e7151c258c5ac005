import { statfsSync } from "node:fs";

/**
 * Checks that the work folder has room for the stated unpacked size. Throws a fault of the machine,
 * not of the file, before a byte is written.
 */
export function requireRoom(folder: string, statedBytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  if (statedBytes <= freeBytes) return;
  const message = `${statedBytes} bytes would be unpacked below WORK_DIR, and ${freeBytes} are free`;
  throw Object.assign(new Error(message), { code: "ENOSPC" });
}
