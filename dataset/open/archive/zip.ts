/** Lists zip archives, and refuses deceptive ones. */
import { type Entry, Reader, ZipReader } from "@zip.js/zip.js";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { checkStatedSize } from "../unpacked-size.ts";
import { type Archive, ArchiveFault, malformedArchive, shortName } from "./entries.ts";
import { deflatedMethod, storedMethod, type ZipEntry, zipContent } from "./zip-content.ts";

/** Strict, so that no two programs can read the archive differently. */
const listOptions = {
  strictness: "balanced",
  // Names are shown and never used as paths; unsafe ones are reported, not refused.
  filenameValidation: "tolerant",
} as const;

/** Random access to a file; refuses to read a central directory that is too long. */
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
 * Lists a zip archive. Throws `DatasetRefusal` if it is damaged, encrypted or a bomb. With `each`,
 * sizes are checked per file: an oversized one is refused only when it is opened.
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

/** Keeps only what reading an entry needs; the library's objects are a hundred times larger. */
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

/** Files whose stated sizes exceed the limits. */
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

/** Entries that share their data make a bomb. */
function refuseOverlaps(files: readonly ZipEntry[]): void {
  let end = 0;
  for (const file of files.toSorted((a, b) => a.offset - b.offset)) {
    if (file.offset < end) throw new ArchiveFault("entries overlap");
    end = file.offset + localHeaderBytes + file.packedBytes;
  }
}

const fileTypeBits = 0o170000;
/**
 * Unix modes of content: no type, a regular file, and a pipe, which `zip` writes for content read
 * from one.
 */
const contentTypes: ReadonlySet<number> = new Set([0, 0o100000, 0o010000]);

/**
 * Whether an entry is a link, device or socket by its Unix mode; archives from other systems state
 * no type.
 */
function isSpecial(entry: Entry): boolean {
  if (entry.directory) return false;
  const type = (entry.unixMode ?? 0) & fileTypeBits;
  return entry.symlink || !contentTypes.has(type);
}

/** `exceeded` are the limits that an oversized file violates; null for other files. */
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
    const detail = "The zip archive uses a compression method other than deflate.";
    throw new DatasetRefusal("unsupported_format", detail, "zip");
  }
  try {
    yield* zipContent(stored, file);
  } catch (error) {
    throw malformedArchive("zip", error);
  }
}
