/** Lists zip archives, and refuses those that are made to deceive. */
import { type Entry, Reader, ZipReader } from "@zip.js/zip.js";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { checkStatedSize } from "../unpacked-size.ts";
import { type Archive, ArchiveFault, malformedArchive, shortName } from "./entries.ts";
import { deflatedMethod, storedMethod, type ZipEntry, zipContent } from "./zip-content.ts";

/** Two programs must not be able to understand the archive differently. */
const listOptions = {
  strictness: "balanced",
  // Names are shown and never used as paths; unsafe ones are reported, not refused.
  filenameValidation: "tolerant",
} as const;

/** Random access to a file; a table of contents that is too long is never read. */
class FileReader extends Reader<OpenFile> {
  readonly #file: OpenFile;
  readonly #limits: DatasetLimits;

  constructor(file: OpenFile, limits: DatasetLimits) {
    super(file);
    this.#file = file;
    this.#limits = limits;
    this.size = file.byteSize;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.size - index));
    if (wanted > this.#limits.archiveDirectoryBytesMax) {
      throw limitRefusal(this.#limits, "archiveDirectoryBytesMax", wanted, "zip");
    }
    const block = Buffer.allocUnsafe(wanted);
    let done = 0;
    while (done < wanted) {
      const read = this.#file.readSync(block, done, wanted - done, index + done);
      if (read === 0) break;
      done += read;
    }
    return block.subarray(0, done);
  }
}

/**
 * Lists a zip archive. Throws `DatasetRefusal` for a broken, encrypted or exploding one. Where sizes
 * are judged for `each` file, one that explodes is refused when it is opened, and no other.
 */
export async function openZip(
  filePath: string,
  limits: DatasetLimits,
  judged: "whole" | "each" = "whole",
): Promise<Archive> {
  const stored = openFile(filePath);
  try {
    const reader = new FileReader(stored, limits);
    const { files, specialEntries } = await listFiles(new ZipReader(reader, listOptions), limits);
    refuseOverlaps(files);
    const bombs = judged === "each" ? findBombs(files, limits) : new Set<ZipEntry>();
    const stated = files.reduce((sum, file) => sum + (bombs.has(file) ? 0 : file.byteSize), 0);
    checkStatedSize(stated, reader.size, limits, "zip");
    return {
      kind: "zip",
      files: files.map((file) => ({
        name: file.name,
        byteSize: file.byteSize,
        open: () => contentOf(stored, file, bombs.has(file) ? limits : null),
      })),
      specialEntries,
      close: () => stored.close(),
    };
  } catch (error) {
    stored.close();
    throw malformedArchive("zip", error);
  }
}

/** Keeps of each entry what reading needs: those of the library are a hundred times larger. */
async function listFiles(
  zip: ZipReader<OpenFile>,
  limits: DatasetLimits,
): Promise<{ files: ZipEntry[]; specialEntries: number }> {
  const files: ZipEntry[] = [];
  let entries = 0;
  let specialEntries = 0;
  for await (const entry of zip.getEntriesGenerator()) {
    if (++entries > limits.archiveEntriesMax) {
      throw limitRefusal(limits, "archiveEntriesMax", null, "zip");
    }
    if (entry.directory) continue;
    if (isSpecial(entry)) specialEntries++;
    else files.push(toFile(entry));
  }
  return { files, specialEntries };
}

function toFile(entry: Entry): ZipEntry {
  if (entry.encrypted) {
    throw new DatasetRefusal("archive_encrypted", "The zip archive is encrypted.", "zip");
  }
  return {
    name: shortName(entry.filename),
    offset: entry.offset,
    packedBytes: entry.compressedSize,
    byteSize: entry.uncompressedSize,
    method: entry.compressionMethod,
    crc32: entry.crc32 ?? 0,
  };
}

/** Files that would unpack to too much, by what is stated of each; none where all are small. */
function findBombs(files: readonly ZipEntry[], limits: DatasetLimits): ReadonlySet<ZipEntry> {
  const stated = files.reduce((sum, { byteSize }) => sum + byteSize, 0);
  if (stated <= limits.decompressedBytesFree) return new Set();
  return new Set(
    files.filter(
      ({ byteSize, packedBytes }) =>
        byteSize > limits.decompressedBytesMax ||
        byteSize > Math.max(1, packedBytes) * limits.decompressionRatioMax,
    ),
  );
}

const localHeaderBytes = 30;

/** Entries that share their data are a bomb. */
function refuseOverlaps(files: readonly ZipEntry[]): void {
  let end = 0;
  for (const file of files.toSorted((a, b) => a.offset - b.offset)) {
    if (file.offset < end) throw new ArchiveFault("entries overlap");
    end = file.offset + localHeaderBytes + file.packedBytes;
  }
}

const fileTypeBits = 0o170000;
/** No type, a file, and a pipe: that is what `zip` calls content that it read from one. */
const contentTypes: ReadonlySet<number> = new Set([0, 0o100000, 0o010000]);

/** A link, device or socket by its Unix mode; archives made elsewhere state no type at all. */
function isSpecial(entry: Entry): boolean {
  if (entry.directory) return false;
  const type = (entry.unixMode ?? 0) & fileTypeBits;
  return entry.symlink || !contentTypes.has(type);
}

/** `exceeded` are the limits that a bomb passes; null for a file of sound sizes. */
async function* contentOf(
  stored: OpenFile,
  file: ZipEntry,
  exceeded: DatasetLimits | null,
): AsyncGenerator<Uint8Array> {
  if (exceeded) {
    const free = { ...exceeded, decompressedBytesFree: 0 };
    checkStatedSize(file.byteSize, file.packedBytes, free, "zip");
  }
  if (file.method !== storedMethod && file.method !== deflatedMethod) {
    const detail = "The zip archive is compressed by another method than deflate.";
    throw new DatasetRefusal("unsupported_format", detail, "zip");
  }
  try {
    yield* zipContent(stored, file);
  } catch (error) {
    throw malformedArchive("zip", error);
  }
}
