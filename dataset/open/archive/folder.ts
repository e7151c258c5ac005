/** A folder of files that lie on disk one by one: read as an archive is, without anything to unpack. */
import type { FolderFile } from "../../base/input.ts";
import { streamFile } from "../../base/open-file.ts";
import type { Archive } from "./entries.ts";

/** The files under the names that they are sold by; where they lie on disk says nothing of those. */
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
