import type { FolderFile } from "../../base/input.ts";
import { streamFile } from "../../base/open-file.ts";
import type { Archive } from "./entries.ts";

/**
 * A folder of separate files on disk, read like an archive. The names are those on sale and are
 * unrelated to the paths on disk.
 */
export function openFolder(files: readonly FolderFile[]): Archive {
  return {
    kind: "folder",
    files: files.map(({ path, filePath, byteSize }) => ({
      name: path,
      byteSize,
      diskPath: filePath,
      open: () => contentOf(filePath),
    })),
    specialEntries: 0,
    close: () => {},
  };
}

async function* contentOf(filePath: string): AsyncGenerator<Uint8Array> {
  yield* streamFile(filePath) as AsyncIterable<Uint8Array>;
}
