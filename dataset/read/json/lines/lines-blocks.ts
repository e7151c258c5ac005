/** Cuts JSON lines into blocks and rewrites those that are flat. */

import { type DatasetLimits, limitRefusal } from "../../../base/limits.ts";
import type { TextEncoding } from "../../../open/encoding.ts";
import { LINE_FEED } from "../../bytes.ts";
import { fill, requireUtf8, Utf8Reader } from "../../utf8-reader.ts";
import { checkLineDepth } from "../scan.ts";
import type { FlatFacts } from "./flat-block.ts";
import { FlatRewriter } from "./flat-rewriter.ts";
import { KnownKeys, type ToldKey } from "./known-keys.ts";

/** What is needed to read JSON lines; it can be sent to another thread. */
export type JsonLinesInput = {
  filePath: string;
  byteSize: number;
  encoding: TextEncoding;
  limits: DatasetLimits;
  /** True where lines are left as they are, as those of GeoJSON's features. */
  neverFlat?: boolean;
  /** Where the lines begin, if not behind the mark of the file's encoding. */
  start?: number;
  /** The keys that are known of the lines before. */
  keys?: readonly ToldKey[];
  /** The usual size of a block, if it is not that of a chunk, and that of the first one, if it is smaller. */
  blockBytes?: number;
  firstBlockBytes?: number;
};

/** A run of whole lines, as they are or, where `flat` is given, rewritten by `FlatRewriter`. */
export type LinesBlock = {
  bytes: Buffer;
  flat: FlatFacts | null;
  /** Bytes of the file that were read so far. */
  bytesDone: number;
  /** Where the file's next line begins, of files in UTF-8. */
  next: number;
  /** The keys that are known now. */
  keys: KnownKeys;
};

/** Makes something of lines, which are not rewritten then; null where it cannot. */
type Take<Taken> = (lines: Buffer, keys: KnownKeys) => Taken | null;

/** Reads JSON lines in blocks, offered to `take` first. A block is valid until the next one is asked for. */
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
