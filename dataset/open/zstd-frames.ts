/** Walks through the frames of a zstd file, because the runtimes stop after the first one. */
import type { DiskFile } from "../base/input.ts";
import { type OpenFile, openFile } from "../base/open-file.ts";
import { DatasetRefusal } from "../base/refusal.ts";

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const skippableMask = 0xfffffff0;
const blockHeaderBytes = 3;
const blockBytesMax = 128 * 1024;
const checksumBytes = 4;
const dictionaryIdBytes = [0, 1, 2, 4] as const;
const contentSizeBytes = [0, 2, 4, 8] as const;
const bufferBytes = 512 * 1024;

/** A frame's header, a block, or a frame's checksum. */
type ZstdPiece = {
  bytes: Uint8Array;
  /** For the first piece of a frame: the size that its header states, 0 if none. */
  frame: { contentBytes: number } | null;
  /** Whether the frame ends with it. */
  isLast: boolean;
};

/** Reads a file from beginning to end, some bytes at a time. */
export class PackedBytes {
  readonly #file: OpenFile;
  readonly #byteSize: number;
  #held: Buffer = Buffer.alloc(0);
  #readBytes = 0;

  constructor({ filePath, byteSize }: DiskFile) {
    this.#file = openFile(filePath);
    this.#byteSize = byteSize;
  }

  get bytesDone(): number {
    return this.#readBytes - this.#held.length;
  }

  /** Returns up to `count` of the next bytes, fewer at the end, without consuming them. */
  peek(count: number): Buffer {
    if (this.#held.length < count) this.#fill();
    return this.#held.subarray(0, count);
  }

  /** Consumes exactly `count` bytes, or throws the refusal for a truncated file. */
  take(count: number): Buffer {
    const bytes = this.peek(count);
    if (bytes.length < count) throw cutOff();
    this.#held = this.#held.subarray(count);
    return bytes;
  }

  /** Skips any number of bytes. */
  skip(count: number): void {
    const held = Math.min(count, this.#held.length);
    this.#held = this.#held.subarray(held);
    this.#readBytes += count - held;
    if (this.#readBytes > this.#byteSize) throw cutOff();
  }

  close(): void {
    this.#file.close();
  }

  #fill(): void {
    const block = Buffer.allocUnsafe(bufferBytes);
    const held = this.#held.copy(block);
    const length = this.#file.readSync(block, held, block.length - held, this.#readBytes);
    this.#readBytes += length;
    this.#held = block.subarray(0, held + length);
  }
}

/**
 * The pieces of all data frames in order (RFC 8878); none unpacks to more than 128 KiB. Throws
 * `DatasetRefusal` if the file is truncated or contains anything else.
 */
export function* walkZstd(packed: PackedBytes): Generator<ZstdPiece> {
  while (packed.peek(1).length > 0) {
    const magic = packed.peek(4);
    if (magic.length < 4) throw cutOff();
    const word = magic.readUInt32LE(0);
    if ((word & skippableMask) >>> 0 === skippableMagic) {
      packed.skip(packed.take(8).readUInt32LE(4));
      continue;
    }
    if (word !== frameMagic) throw broken("a frame is followed by something else");
    yield* walkFrame(packed);
  }
}

function* walkFrame(packed: PackedBytes): Generator<ZstdPiece> {
  const descriptor = packed.peek(5)[4];
  if (descriptor === undefined) throw cutOff();
  const isSingleSegment = (descriptor & 32) !== 0;
  if ((dictionaryIdBytes[descriptor & 3] ?? 0) > 0) {
    const detail = "The zstd file requires a dictionary that it does not contain.";
    throw new DatasetRefusal("unsupported_format", detail, "zstd");
  }
  const sizeBytes = contentSizeBytes[descriptor >> 6] || (isSingleSegment ? 1 : 0);
  const header = packed.take(5 + (isSingleSegment ? 0 : 1) + sizeBytes);
  const contentBytes = contentBytesOf(header.subarray(header.length - sizeBytes));
  yield { bytes: header, frame: { contentBytes }, isLast: false };
  const hasChecksum = (descriptor & 4) !== 0;
  for (let isLastBlock = false; !isLastBlock; ) {
    const head = packed.peek(blockHeaderBytes);
    if (head.length < blockHeaderBytes) throw cutOff();
    const word = head.readUIntLE(0, blockHeaderBytes);
    const type = (word >> 1) & 3;
    const blockBytes = word >> 3;
    if (type === 3 || blockBytes > blockBytesMax) throw broken("a block has no valid header");
    isLastBlock = (word & 1) === 1;
    const bytes = packed.take(blockHeaderBytes + (type === 1 ? 1 : blockBytes));
    yield { bytes, frame: null, isLast: isLastBlock && !hasChecksum };
  }
  if (hasChecksum) yield { bytes: packed.take(checksumBytes), frame: null, isLast: true };
}

/** A two-byte size is stored minus 256 (RFC 8878, 3.1.1.1.4). */
function contentBytesOf(field: Buffer): number {
  if (field.length === 0) return 0;
  if (field.length === 8) return Number(field.readBigUInt64LE(0));
  return field.readUIntLE(0, field.length) + (field.length === 2 ? 256 : 0);
}

function cutOff(): DatasetRefusal {
  return new DatasetRefusal("malformed_file", "The zstd file is truncated.", "zstd");
}

function broken(how: string): DatasetRefusal {
  return new DatasetRefusal("malformed_file", `The zstd data is damaged: ${how}.`, "zstd");
}
