/** Reads files of formats that cannot be read in chunks. */
import type { DiskFile } from "../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../base/limits.ts";
import { openFile } from "../base/open-file.ts";
import { openZip } from "../open/archive/zip.ts";

/** All bytes of a file of at most `wholeFileBytesMax`. Throws `DatasetRefusal` for a larger one. */
export function readWholeFile(file: DiskFile, limits: DatasetLimits, format: string): Buffer {
  if (file.byteSize > limits.wholeFileBytesMax) {
    throw limitRefusal(limits, "wholeFileBytesMax", file.byteSize, format);
  }
  const stored = openFile(file.filePath);
  try {
    const bytes = Buffer.allocUnsafe(file.byteSize);
    let done = 0;
    for (let read = 1; read > 0 && done < bytes.length; done += read) {
      read = stored.readSync(bytes, done, bytes.length - done, done);
    }
    return bytes.subarray(0, done);
  } finally {
    stored.close();
  }
}

/**
 * Reads each entry of a zip archive once, so that a library may unpack it: our reader enforces the
 * stated sizes. Throws `DatasetRefusal` for false sizes or more than `wholeFileBytesMax`.
 */
export async function checkZip(
  file: DiskFile,
  limits: DatasetLimits,
  format: string,
): Promise<void> {
  const archive = await openZip(file.filePath, limits);
  try {
    const stated = archive.files.reduce((sum, { byteSize }) => sum + byteSize, 0);
    if (stated > limits.wholeFileBytesMax) {
      throw limitRefusal(limits, "wholeFileBytesMax", stated, format);
    }
    for (const entry of archive.files) for await (const _ of entry.open());
  } finally {
    archive.close();
  }
}
