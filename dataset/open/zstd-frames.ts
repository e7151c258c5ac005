/** Walks through the frames of a zstd file, since the runtimes stop after the first one. */
import { openFile } from "../base/open-file.ts";
import { DatasetRefusal } from "../base/refusal.ts";

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const skippableMask = 0xfffffff0;
const headerBytesMax = 18;
const blockHeaderBytes = 3;
const blockBytesMax = 128 * 1024;
const checksumBytes = 4;
const dictionaryIdBytes = [0, 1, 2, 4] as const;
const contentSizeBytes = [0, 2, 4, 8] as const;

/**
 * The data frames of a zstd file by their byte ranges, found by walking from block to block (RFC
 * 8878). Throws `DatasetRefusal` where the file is cut off or holds anything else.
 */
export function* zstdFrames(file: {
  filePath: string;
  byteSize: number;
}): Generator<{ start: number; end: number }> {
  const stored = openFile(file.filePath);
  const block = Buffer.alloc(headerBytesMax);
  const read = (at: number): Buffer =>
    block.subarray(0, stored.readSync(block, 0, headerBytesMax, at));
  try {
    for (let start = 0; start < file.byteSize; ) {
      const header = read(start);
      if (header.length < 5) throw cutOff();
      const magic = header.readUInt32LE(0);
      const isSkipped = (magic & skippableMask) >>> 0 === skippableMagic;
      if (!isSkipped && magic !== frameMagic) throw broken("something else follows a frame");
      const end = isSkipped ? skippedEnd(header, start) : frameEnd(header, start, read);
      if (end > file.byteSize) throw cutOff();
      if (!isSkipped) yield { start, end };
      start = end;
    }
  } finally {
    stored.close();
  }
}

function skippedEnd(header: Buffer, start: number): number {
  if (header.length < 8) throw cutOff();
  return start + 8 + header.readUInt32LE(4);
}

function frameEnd(header: Buffer, start: number, read: (at: number) => Buffer): number {
  const descriptor = header[4] ?? 0;
  const isSingleSegment = (descriptor & 32) !== 0;
  const dictionaryBytes = dictionaryIdBytes[descriptor & 3] ?? 0;
  if (dictionaryBytes > 0) {
    const detail = "The zstd file needs a dictionary that is not in it.";
    throw new DatasetRefusal("unsupported_format", detail, "zstd");
  }
  const sizeBytes = contentSizeBytes[descriptor >> 6] || (isSingleSegment ? 1 : 0);
  let at = start + 5 + (isSingleSegment ? 0 : 1) + sizeBytes;
  for (;;) {
    const block = read(at);
    if (block.length < blockHeaderBytes) throw cutOff();
    const word = block.readUIntLE(0, blockHeaderBytes);
    const type = (word >> 1) & 3;
    const bytes = word >> 3;
    if (type === 3 || bytes > blockBytesMax) throw broken("a block has no valid header");
    at += blockHeaderBytes + (type === 1 ? 1 : bytes);
    if ((word & 1) === 1) break;
  }
  return at + ((descriptor & 4) !== 0 ? checksumBytes : 0);
}

function cutOff(): DatasetRefusal {
  return new DatasetRefusal("malformed_file", "The zstd file is cut off.", "zstd");
}

function broken(how: string): DatasetRefusal {
  return new DatasetRefusal("malformed_file", `The zstd data is broken: ${how}.`, "zstd");
}
