import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { LINE_FEED } from "../bytes.ts";
import { fillAside, requireUtf8, Utf8Reader } from "../utf8-reader.ts";
import type { DelimitedLayout, RecordScan } from "./count-records.ts";
import { scanBlock } from "./scan-block.ts";
import { scanRecords } from "./scan-records.ts";

/** Parameters for reading blocks; they can be sent to another thread. */
export type BlocksInput = {
  filePath: string;
  byteSize: number;
  format: string;
  encoding: TextEncoding;
  layout: DelimitedLayout;
  limits: DatasetLimits;
  /** Byte range of the records; `end` is null for the end of the file. */
  start: number;
  end: number | null;
  /** Whether to skip a header that was too long for the file's head. */
  skipsHeader: boolean;
  firstBlockBytes: number;
  blockBytes: number;
};

/** Whole records, valid until the next block is requested, with their counts. */
export type Block = {
  bytes: Buffer;
  scan: RecordScan;
  /** Bytes of the file read so far. */
  bytesDone: number;
  /** Position of the file's next record, for UTF-8 files. */
  next: number;
  /** True if the file ends here without a line end. */
  endsInRow: boolean;
};

/**
 * Cuts delimited text into blocks of whole records, and prefetches the next block's bytes while the
 * caller works on one. With a kernel, it locates the cells where possible. Throws a refusal for a
 * record that is too long, and `NotUtf8Error`.
 */
export async function* delimitedBlocks(
  input: BlocksInput,
  kernelFor: () => Kernel | null,
): AsyncGenerator<Block> {
  const { filePath, encoding, layout, limits, blockBytes: size } = input;
  const reader = new Utf8Reader(filePath, encoding, input.start, input.end);
  let block: Buffer = Buffer.allocUnsafe(input.firstBlockBytes);
  let spare: Buffer | null = null;
  let filling = fillAside(reader, block, 0);
  let headerPending = input.skipsHeader;
  try {
    for (;;) {
      const filled = await filling;
      const { bytesDone } = reader;
      let { length } = filled;
      const endsInRow = filled.ended && length > 0 && block[length - 1] !== LINE_FEED;
      if (filled.ended) ({ block, length } = endWithLineFeed(block, length));
      if (headerPending && length > 0) {
        const header = scanRecords(block, length, layout, false, 1);
        block.copyWithin(0, header.end, length);
        length -= header.end;
        headerPending = header.rows === 0;
      }
      let scan = scanBlock(kernelFor(), block, length, layout, filled.ended);
      if (scan.openQuote && length - scan.end > limits.rowBytesMax) {
        scan = scanRecords(block, length, layout, true);
      }
      checkRecord(scan, length, input);
      if (scan.end === 0 && length === block.length) {
        block = Buffer.concat([block], block.length < size ? size : block.length * 2);
      }
      const bytes = block.subarray(0, scan.end);
      const next = bytesDone - (length - scan.end);
      if (!filled.ended) {
        const into: Buffer = scan.end === 0 ? block : spareFor(Math.max(size, block.length), spare);
        block.copy(into, 0, scan.end, length);
        filling = fillAside(reader, into, length - scan.end);
        // Handled where it is awaited; this avoids an unhandled rejection if the caller's work
        // fails first.
        filling.catch(() => {});
        if (into !== block) spare = block;
        block = into;
      }
      if (scan.rows > 0) requireUtf8(encoding, bytes);
      yield { bytes, scan, bytesDone, next, endsInRow };
      if (filled.ended) return;
    }
  } finally {
    await filling.catch(() => {});
    reader.close();
  }
}

function checkRecord(
  scan: RecordScan,
  length: number,
  { limits, format }: Pick<BlocksInput, "limits" | "format">,
): void {
  const left = length - scan.end;
  if (scan.longestBytes <= limits.rowBytesMax && left <= limits.rowBytesMax) return;
  throw limitRefusal(limits, "rowBytesMax", null, format);
}

/** A second buffer for the next bytes while the records of this one are processed. */
function spareFor(bytes: number, spare: Buffer | null): Buffer {
  return spare?.length === bytes ? spare : Buffer.allocUnsafe(bytes);
}

export function endWithLineFeed(block: Buffer, length: number): { block: Buffer; length: number } {
  if (length === 0 || block[length - 1] === LINE_FEED) return { block, length };
  const room = length < block.length ? block : Buffer.concat([block], length + 1);
  room[length] = LINE_FEED;
  return { block: room, length: length + 1 };
}
