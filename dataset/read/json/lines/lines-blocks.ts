/** Cuts JSON lines into blocks and rewrites flat ones. */

import { type DatasetLimits, limitRefusal } from "../../../base/limits.ts";
import type { TextEncoding } from "../../../open/encoding.ts";
import { LINE_FEED } from "../../bytes.ts";
import { fill, requireUtf8, Utf8Reader } from "../../utf8-reader.ts";
import { checkLineDepth } from "../scan.ts";
import type { FlatFacts } from "./flat-block.ts";
import { FlatRewriter } from "./flat-rewriter.ts";
import { type KeyMessage, KnownKeys } from "./known-keys.ts";

/** Parameters for reading JSON lines; they can be sent to another thread. */
export type JsonLinesInput = {
  filePath: string;
  byteSize: number;
  encoding: TextEncoding;
  limits: DatasetLimits;
  /** True if lines must not be rewritten, like those with GeoJSON features. */
  neverFlat?: boolean;
  /** Position of the first line, if it is not directly after the byte order mark. */
  start?: number;
  /** Keys known from earlier lines. */
  keys?: readonly KeyMessage[];
  /** Block size if it differs from a chunk's, and the size of the first block if it is smaller. */
  blockBytes?: number;
  firstBlockBytes?: number;
};

/** Consecutive whole lines; with `flat`, as rewritten by `FlatRewriter`. */
export type LinesBlock = {
  bytes: Buffer;
  flat: FlatFacts | null;
  /** Bytes of the file read so far. */
  bytesDone: number;
  /** Position of the file's next line, for UTF-8 files. */
  next: number;
  /** The keys known now. */
  keys: KnownKeys;
};

/** Processes lines instead of rewriting them; null if it cannot. */
type Take<Taken> = (lines: Buffer, keys: KnownKeys) => Taken | null;

/**
 * Reads JSON lines in blocks, which are offered to `take` first. A block is valid until the next
 * one is requested.
 */
export function* jsonLinesBlocks<Taken = never>(
  input: JsonLinesInput,
  take: Take<Taken> = () => null,
): Generator<LinesBlock & { taken: Taken | null }, void, void> {
  const { filePath, byteSize, encoding, limits } = input;
  const reader = new Utf8Reader(filePath, encoding, input.start);
  const blockBytes = Math.min(input.blockBytes ?? limits.chunkBytes, byteSize * 2 + 1024);
  const firstBytes = Math.min(input.firstBlockBytes ?? blockBytes, blockBytes);
  let block: Buffer = Buffer.allocUnsafe(firstBytes);
  const keys = new KnownKeys(input.keys);
  const rewriter = new FlatRewriter(blockBytes, limits, keys);
  let length = 0;
  try {
    for (;;) {
      const filled = fill(reader, block, length);
      length = filled.length;
      const end = filled.ended ? length : block.subarray(0, length).lastIndexOf(LINE_FEED) + 1;
      checkRowBytes(length - end, limits);
      if (end > 0) {
        const raw = block.subarray(0, end);
        requireUtf8(encoding, raw);
        const { bytesDone } = reader;
        const taken = take(raw, keys);
        const flat = taken !== null || input.neverFlat ? null : rewriter.rewrite(raw);
        if (taken === null && !flat) checkLines(raw, limits);
        yield {
          bytes: flat?.bytes ?? raw,
          flat: flat?.facts ?? null,
          bytesDone,
          next: bytesDone - (length - end),
          keys,
          taken,
        };
      } else if (length === block.length) {
        block = Buffer.concat([block], block.length * 2);
      }
      if (end > 0 && block.length < blockBytes) {
        block = Buffer.concat([block.subarray(end, length)], blockBytes);
      } else block.copyWithin(0, end, length);
      length -= end;
      if (filled.ended) return;
    }
  } finally {
    reader.close();
  }
}

function checkLines(lines: Buffer, limits: DatasetLimits): void {
  checkLineDepth(lines, lines.length, limits);
  for (let start = 0; start < lines.length; ) {
    const lineFeed = lines.indexOf(LINE_FEED, start);
    const end = lineFeed < 0 ? lines.length : lineFeed;
    checkRowBytes(end - start, limits);
    start = end + 1;
  }
}

function checkRowBytes(bytes: number, limits: DatasetLimits): void {
  if (bytes > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", null, "jsonl");
}
