/** Reads single files of a zip archive and verifies them against its central directory. */
import { Readable } from "node:stream";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import type { OpenFile } from "../../base/open-file.ts";
import { ArchiveFault } from "./entries.ts";

/** A file's position, method and expected result, from the central directory. */
export type ZipEntry = {
  name: string;
  /** Offset of its local header. */
  offset: number;
  packedBytes: number;
  byteSize: number;
  method: number;
  crc32: number;
};

const readBytes = 256 * 1024;
/** Smaller files are inflated synchronously, because images come by the ten thousand. */
const atOncePackedBytesMax = 1024 * 1024;
const atOnceBytesMax = 16 * 1024 * 1024;

const localHeaderBytes = 30;
const localHeaderMagic = 0x04034b50;
export const storedMethod = 0;
export const deflatedMethod = 8;

/** Reads a block at a position; throws if the file ends first. */
function readBlock(stored: OpenFile, position: number, length: number): Buffer {
  const block = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = stored.readSync(block, done, length - done, position + done);
    if (read === 0) throw new ArchiveFault("the archive is truncated");
    done += read;
  }
  return block;
}

/** Offset of an entry's data. Its local header must agree with the directory. */
function dataStart(stored: OpenFile, entry: ZipEntry): number {
  const header = readBlock(stored, entry.offset, localHeaderBytes);
  if (header.readUInt32LE(0) !== localHeaderMagic)
    throw new ArchiveFault("an entry is not at its place");
  if (header.readUInt16LE(8) !== entry.method)
    throw new ArchiveFault("an entry contradicts the directory");
  return entry.offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
}

function* blocksOf(stored: OpenFile, from: number, byteSize: number): Generator<Buffer> {
  for (let done = 0; done < byteSize; done += readBytes) {
    yield readBlock(stored, from + done, Math.min(readBytes, byteSize - done));
  }
}

async function* unpacked(stored: OpenFile, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { packedBytes, byteSize, method } = entry;
  const start = dataStart(stored, entry);
  if (method === storedMethod) {
    yield* blocksOf(stored, start, packedBytes);
    return;
  }
  if (packedBytes <= atOncePackedBytesMax && byteSize <= atOnceBytesMax) {
    const packed = readBlock(stored, start, packedBytes);
    yield inflateRawSync(packed, { maxOutputLength: Math.max(1, byteSize) });
    return;
  }
  const inflate = createInflateRaw();
  const source = Readable.from(blocksOf(stored, start, packedBytes), { objectMode: false });
  source.on("error", (error) => inflate.destroy(error));
  source.pipe(inflate);
  try {
    for await (const part of inflate) yield part as Buffer;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

/** The content of an entry. Throws if it is damaged or differs from the stated size or checksum. */
export async function* zipContent(stored: OpenFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let length = 0;
  let sum = 0;
  for await (const part of unpacked(stored, entry)) {
    length += part.length;
    if (length > entry.byteSize) throw new ArchiveFault("an entry is larger than stated");
    sum = crc32(part, sum);
    yield part;
  }
  if (length !== entry.byteSize) throw new ArchiveFault("an entry is smaller than stated");
  if (sum !== entry.crc32)
    throw new ArchiveFault("an entry's checksum differs from the stated one");
}
