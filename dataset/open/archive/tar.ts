/** Lists tar archives and reads their files in place. */
import { extract, type Header } from "tar-stream";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile, streamFile } from "../../base/open-file.ts";
import { checkStatedSize } from "../unpacked-size.ts";
import {
  type Archive,
  type ArchiveEntry,
  ArchiveFault,
  malformedArchive,
  shortName,
} from "./entries.ts";

const readBytes = 256 * 1024;

/** tar-stream provides the offset of an entry's content, but its types omit it. */
type PlacedHeader = Header & { byteOffset: number };

/**
 * The earliest tar programs wrote no format marker; detection has already verified the header's
 * checksum.
 */
const extractOptions: Parameters<typeof extract>[0] & { allowUnknownFormat: boolean } = {
  allowUnknownFormat: true,
};

const fileTypes: ReadonlySet<string> = new Set(["file", "contiguous-file"]);

/** Lists a tar archive by its headers. Throws `DatasetRefusal` if it is truncated or damaged. */
export async function openTar(filePath: string, limits: DatasetLimits): Promise<Archive> {
  const files: ArchiveEntry[] = [];
  let entries = 0;
  let specialEntries = 0;
  const stored = openFile(filePath);
  try {
    for await (const header of headersOf(filePath)) {
      if (++entries > limits.archiveEntriesMax) {
        throw limitRefusal(limits, "archiveEntriesMax", null, "tar");
      }
      const { type, name, size, byteOffset } = header as PlacedHeader;
      if (type === "directory") continue;
      if (!fileTypes.has(type)) {
        specialEntries++;
        continue;
      }
      files.push({
        name: shortName(name),
        byteSize: size,
        open: () => contentAt(stored, byteOffset, size),
      });
    }
    const stated = files.reduce((sum, file) => sum + file.byteSize, 0);
    checkStatedSize(stated, stored.byteSize, limits, "tar");
    return { kind: "tar", files, specialEntries, close: () => stored.close() };
  } catch (error) {
    stored.close();
    throw malformedArchive("tar", error);
  }
}

async function* headersOf(filePath: string): AsyncGenerator<Header> {
  const source = streamFile(filePath, { blockBytes: readBytes });
  const archive = extract(extractOptions);
  source.on("error", (error) => archive.destroy(error));
  source.pipe(archive);
  try {
    for await (const entry of archive) {
      yield entry.header;
      entry.resume();
    }
  } finally {
    source.destroy();
    archive.destroy();
  }
}

async function* contentAt(
  stored: OpenFile,
  from: number,
  byteSize: number,
): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < byteSize; ) {
    const block = Buffer.allocUnsafe(Math.min(readBytes, byteSize - done));
    const read = stored.readSync(block, 0, block.length, from + done);
    if (read === 0) throw malformedArchive("tar", new ArchiveFault("the archive is truncated"));
    done += read;
    yield block.subarray(0, read);
  }
}
