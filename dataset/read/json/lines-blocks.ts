/** Cuts JSON lines into blocks and rewrites those that are flat. */

import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { LINE_FEED } from "../bytes.ts";
import { fill, requireUtf8, Utf8Reader } from "../utf8-reader.ts";
import type { FlatFacts } from "./flat-block.ts";
import { FlatRewriter } from "./flat-rewriter.ts";
import { checkLineDepth } from "./scan.ts";

/** What is needed to read JSON lines; it can be sent to another thread. */
export type JsonLinesInput = {
  filePath: string;
  byteSize: number;
  encoding: TextEncoding;
  limits: DatasetLimits;
  /** True where lines are left as they are, as those of GeoJSON's features. */
  neverFlat?: boolean;
};

/** A run of whole lines, as they are or, where `flat` is given, rewritten by `FlatRewriter`. */
export type LinesBlock = {
  bytes: Buffer;
  flat: FlatFacts | null;
  /** Bytes of the file that were read so far. */
  bytesDone: number;
};

/** Reads JSON lines in blocks. A block is valid until the next one is asked for. */
export function* jsonLinesBlocks(input: JsonLinesInput): Generator<LinesBlock, void, void> {
  const { filePath, byteSize, encoding, limits } = input;
  const reader = new Utf8Reader(filePath, encoding);
  let block: Buffer = Buffer.allocUnsafe(Math.min(limits.chunkBytes, byteSize * 2 + 1024));
  const rewriter = new FlatRewriter(block.length, limits);
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
        const flat = input.neverFlat ? null : rewriter.rewrite(raw);
        if (!flat) checkLines(raw, limits);
        yield {
          bytes: flat?.bytes ?? raw,
          flat: flat?.facts ?? null,
          bytesDone: reader.bytesDone,
        };
      } else if (length === block.length) {
        block = Buffer.concat([block], block.length * 2);
      }
      block.copyWithin(0, end, length);
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
