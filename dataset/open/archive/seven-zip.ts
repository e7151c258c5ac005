/** Lists 7z archives and reads their files. */
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { requireRoom } from "../require-room.ts";
import { checkStatedSize } from "../unpacked-size.ts";
import { type Archive, ArchiveFault, malformedArchive } from "./entries.ts";
import { type Folder, headerBytes, readContents, type StoredFile } from "./seven-zip/contents.ts";
import { encryption, unpackFolder } from "./seven-zip/unpack-folder.ts";

/** A table of contents may be packed, and programs pack it once. */
const contentsLayersMax = 4;

/**
 * Lists a 7z archive. Files that were packed together are unpacked once, into `workDir`. Throws
 * `DatasetRefusal` if it is damaged, encrypted or a bomb.
 */
export async function openSevenZip(
  filePath: string,
  limits: DatasetLimits,
  workDir: string,
): Promise<Archive> {
  const stored = openFile(filePath);
  try {
    const listed = listFiles(stored, limits);
    const files = listed.filter(({ isSpecial }) => !isSpecial);
    const stated = sumOf(listed.map(({ byteSize }) => byteSize));
    checkStatedSize(stated, stored.byteSize, limits, "7z");
    const solids = solidFolders(listed, stored, limits, workDir);
    return {
      kind: "7z",
      files: files.map((file) => ({
        name: file.name,
        byteSize: file.byteSize,
        open: () => contentOf(file, stored, limits, solids),
      })),
      specialEntries: listed.length - files.length,
      close: () => {
        for (const solid of solids.values()) solid.close();
        stored.close();
      },
    };
  } catch (error) {
    stored.close();
    throw malformedArchive("7z", error);
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

function listFiles(stored: OpenFile, limits: DatasetLimits): StoredFile[] {
  let bytes = firstContents(stored, limits);
  if (bytes.length === 0) return [];
  for (let layer = 0; layer < contentsLayersMax; layer++) {
    const contents = readContents(bytes, stored.byteSize, limits);
    if (contents.kind === "files") {
      const folders = contents.files.flatMap(({ folder }) => folder ?? []);
      for (const folder of folders) refuseEncrypted(folder);
      return contents.files;
    }
    const { folder } = contents;
    refuseEncrypted(folder);
    if (folder.byteSize > limits.archiveDirectoryBytesMax) {
      throw limitRefusal(limits, "archiveDirectoryBytesMax", folder.byteSize, "7z");
    }
    bytes = Buffer.concat([...unpackFolder(stored, folder, limits)]);
    if (contents.crc32 !== null && crc32(bytes) !== contents.crc32) throw falseSum();
  }
  throw new ArchiveFault("its table of contents is damaged");
}

const falseSum = (): ArchiveFault =>
  new ArchiveFault("its table of contents differs from its checksum");

function refuseEncrypted({ coders }: Folder): void {
  if (coders.every(({ method }) => method !== encryption)) return;
  throw new DatasetRefusal("archive_encrypted", "The 7z archive is encrypted.", "7z");
}

function firstContents(stored: OpenFile, limits: DatasetLimits): Buffer {
  const start = readBlock(stored, 0, headerBytes);
  if (crc32(start.subarray(12)) !== start.readUInt32LE(8)) {
    throw new ArchiveFault("its header is damaged");
  }
  const from = headerBytes + Number(start.readBigUInt64LE(12));
  const length = Number(start.readBigUInt64LE(20));
  if (from + length > stored.byteSize) throw new ArchiveFault("it is truncated");
  if (length > limits.archiveDirectoryBytesMax) {
    throw limitRefusal(limits, "archiveDirectoryBytesMax", length, "7z");
  }
  const bytes = readBlock(stored, from, length);
  if (crc32(bytes) !== start.readUInt32LE(28)) throw falseSum();
  return bytes;
}

function readBlock(stored: OpenFile, position: number, length: number): Buffer {
  const block = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const read = stored.readSync(block, done, length - done, position + done);
    if (read === 0) throw new ArchiveFault("it is truncated");
    done += read;
  }
  return block;
}

/** Folders of several files, which would otherwise be unpacked again for each file. */
function solidFolders(
  files: readonly StoredFile[],
  stored: OpenFile,
  limits: DatasetLimits,
  workDir: string,
): ReadonlyMap<Folder, SolidFolder> {
  const seen = new Set<Folder>();
  const solids = new Map<Folder, SolidFolder>();
  for (const { folder } of files) {
    if (folder === null || solids.has(folder)) continue;
    if (seen.has(folder)) {
      const path = join(workDir, `solid-${solids.size}`);
      solids.set(folder, new SolidFolder(unpackFolder(stored, folder, limits), folder, path));
    }
    seen.add(folder);
  }
  return solids;
}

const blockBytes = 256 * 1024;

/** The output of a folder in a file of our own, unpacked as far as it was read. */
class SolidFolder {
  readonly #parts: Generator<Uint8Array>;
  readonly #byteSize: number;
  readonly #path: string;
  #file: number | null = null;
  #filled = 0;
  #failure: unknown = null;

  constructor(parts: Generator<Uint8Array>, { byteSize }: Folder, path: string) {
    this.#parts = parts;
    this.#byteSize = byteSize;
    this.#path = path;
  }

  *read(from: number, byteSize: number): Generator<Uint8Array> {
    for (let done = 0; done < byteSize; ) {
      const wanted = Math.min(blockBytes, byteSize - done);
      const file = this.#unpackUntil(from + done + wanted);
      const block = Buffer.allocUnsafe(wanted);
      const read = readSync(file, block, 0, wanted, from + done);
      if (read === 0) throw new Error("an unpacked file is shorter than was written");
      done += read;
      yield block.subarray(0, read);
    }
  }

  #unpackUntil(end: number): number {
    if (this.#file === null) {
      requireRoom(join(this.#path, ".."), this.#byteSize);
      this.#file = openSync(this.#path, "w+");
    }
    while (this.#filled < end) {
      // A generator that has failed would end as if it were complete.
      if (this.#failure !== null) throw this.#failure;
      this.#filled += this.#write(this.#file);
    }
    return this.#file;
  }

  #write(file: number): number {
    try {
      const { value: part } = this.#parts.next();
      if (part === undefined) throw new ArchiveFault("an entry is truncated");
      for (let at = 0; at < part.length; ) {
        at += writeSync(file, part, at, part.length - at, this.#filled + at);
      }
      return part.length;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  close(): void {
    this.#parts.return(undefined);
    if (this.#file === null) return;
    closeSync(this.#file);
    rmSync(this.#path);
    this.#file = null;
  }
}

async function* contentOf(
  file: StoredFile,
  stored: OpenFile,
  limits: DatasetLimits,
  solids: ReadonlyMap<Folder, SolidFolder>,
): AsyncGenerator<Uint8Array> {
  const { folder, from, byteSize } = file;
  if (folder === null) return;
  let sum = 0;
  try {
    const solid = solids.get(folder);
    const parts = solid ? solid.read(from, byteSize) : unpackFolder(stored, folder, limits);
    for (const part of parts) {
      sum = crc32(part, sum);
      yield part;
    }
  } catch (error) {
    throw malformedArchive("7z", error);
  }
  if (file.crc32 !== null && sum !== file.crc32) {
    throw malformedArchive(
      "7z",
      new ArchiveFault("an entry's checksum differs from the stated one"),
    );
  }
}
