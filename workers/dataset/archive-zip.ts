import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { configure, type Entry, type FileEntry, Reader, ZipReader } from "@zip.js/zip.js";
import {
  type Archive,
  type ArchiveEntry,
  checkStatedSize,
  malformedArchive,
} from "./archive-entries.ts";
import { type DatasetLimits, DatasetRefusal, limitRefusal } from "./limits.ts";

const READ_BYTES = 128 * 1024;

configure({ useWebWorkers: false, chunkSize: READ_BYTES });

/** Both lists and reads refuse an archive that two programs could understand differently. */
const READ_OPTIONS = {
  strictness: "balanced",
  // Names are shown and never used as paths; unsafe ones are reported, not refused.
  filenameValidation: "tolerant",
  checkOverlappingEntry: true,
  checkCrc32: true,
} as const;

/** Random access to a file on disk; a table of contents that is too long is never read. */
class FileReader extends Reader<number> {
  private readonly fd: number;
  private readonly limits: DatasetLimits;

  constructor(fd: number, limits: DatasetLimits) {
    super(fd);
    this.fd = fd;
    this.limits = limits;
    this.size = fstatSync(fd).size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.size - index));
    if (wanted > this.limits.archiveDirectoryBytesMax) {
      throw limitRefusal(this.limits, "archiveDirectoryBytesMax", wanted, "zip");
    }
    const block = Buffer.allocUnsafe(wanted);
    let done = 0;
    while (done < wanted) {
      const read = readSync(this.fd, block, done, wanted - done, index + done);
      if (read === 0) break;
      done += read;
    }
    return block.subarray(0, done);
  }
}

/** Lists a zip archive. Throws `DatasetRefusal` for a broken, encrypted or exploding one. */
export async function openZip(filePath: string, limits: DatasetLimits): Promise<Archive> {
  const fd = openSync(filePath, "r");
  try {
    const reader = new FileReader(fd, limits);
    const listed = await listEntries(new ZipReader(reader, READ_OPTIONS), limits);
    const regular = listed.filter((entry) => !entry.directory && !isSpecial(entry));
    if (regular.some((entry) => entry.encrypted)) {
      throw new DatasetRefusal("archive_encrypted", "The zip archive is encrypted.", "zip");
    }
    const files = regular.filter((entry): entry is FileEntry => !entry.directory);
    refuseOverlaps(files);
    const stated = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    checkStatedSize(stated, reader.size, limits, "zip");
    return {
      kind: "zip",
      files: files.map(toEntry),
      specialEntries: listed.filter(isSpecial).length,
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw malformedArchive("zip", error);
  }
}

async function listEntries(zip: ZipReader<number>, limits: DatasetLimits): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.getEntriesGenerator()) {
    entries.push(entry);
    if (entries.length > limits.archiveEntriesMax) {
      throw limitRefusal(limits, "archiveEntriesMax", null, "zip");
    }
  }
  return entries;
}

const LOCAL_HEADER_BYTES = 30;

/** Entries that share their data are a bomb; zip.js would see it only when both were read. */
function refuseOverlaps(files: readonly FileEntry[]): void {
  let end = 0;
  for (const file of files.toSorted((a, b) => a.offset - b.offset)) {
    if (file.offset < end) throw new Error("entries overlap");
    end = file.offset + LOCAL_HEADER_BYTES + file.compressedSize;
  }
}

const FILE_TYPE_BITS = 0o170000;
/** No type, a file, and a pipe: that is what `zip` calls content that it read from one. */
const CONTENT_TYPES: ReadonlySet<number> = new Set([0, 0o100000, 0o010000]);

/** A link, device or socket by its Unix mode; archives made elsewhere state no type at all. */
function isSpecial(entry: Entry): boolean {
  if (entry.directory) return false;
  const type = (entry.unixMode ?? 0) & FILE_TYPE_BITS;
  return entry.symlink || !CONTENT_TYPES.has(type);
}

function toEntry(file: FileEntry): ArchiveEntry {
  return { name: file.filename, byteSize: file.uncompressedSize, open: () => contentOf(file) };
}

async function* contentOf(file: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const reader = readable.getReader();
  const ended = file.getData(writable, READ_OPTIONS).then(
    () => null,
    (error: unknown) => malformedArchive("zip", error),
  );
  // A failure may leave the stream open, so it is awaited beside it.
  const failed = ended.then((error) =>
    error ? Promise.reject(error) : new Promise<never>(() => {}),
  );
  failed.catch(() => {});
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), failed]);
      if (done) break;
      yield value;
    }
    const error = await ended;
    if (error) throw error;
  } catch (error) {
    throw malformedArchive("zip", error);
  } finally {
    await reader.cancel().catch(() => {});
  }
}
