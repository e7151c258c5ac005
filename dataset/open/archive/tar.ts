/** Lists tar archives, and reads the files in them where they lie. */
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

/** tar-stream says where an entry's content begins, which its types leave out. */
type PlacedHeader = Header & { byteOffset: number };

/** The first tar programs wrote no format; the detection has checked the header's sum. */
const extractOptions: Parameters<typeof extract>[0] & { allowUnknownFormat: boolean } = {
  allowUnknownFormat: true,
};

const fileTypes: ReadonlySet<string> = new Set(["file", "contiguous-file"]);

/** Lists a tar archive by its headers. Throws `DatasetRefusal` for a cut or broken one. */
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
    if (read === 0) throw malformedArchive("tar", new ArchiveFault("the archive is cut off"));
    done += read;
    yield block.subarray(0, read);
  }
}
