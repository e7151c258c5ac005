import pl from "nodejs-polars";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { ownText } from "../../base/own-text.ts";
import {
  frameColumn,
  type TableChunk,
  type TableFacts,
  type TableSource,
} from "../../base/table.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { LINE_FEED } from "../bytes.ts";
import { fill, requireUtf8, Utf8Reader } from "../utf8-reader.ts";

type Input = {
  filePath: string;
  byteSize: number;
  encoding: TextEncoding;
  /** One row per paragraph; otherwise one row per line that is not blank. */
  paragraphs: boolean;
  limits: DatasetLimits;
};

/** Strings need several times the memory of their bytes. */
const chunkShare = 4;

/** Reads plain text: one row per line or paragraph, with the number (from 1) of its first line. */
export class TextSource implements TableSource {
  readonly format = "txt";
  readonly encoding: string;
  readonly delimiter = null;
  readonly names = ["text", "line"];
  readonly #input: Input;

  constructor(input: Input) {
    this.#input = input;
    this.encoding = input.encoding.name;
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    const { filePath, byteSize, encoding, limits } = this.#input;
    const reader = new Utf8Reader(filePath, encoding);
    const size = Math.min(Math.ceil(limits.chunkBytes / chunkShare), byteSize * 2 + 1024);
    let block: Buffer = Buffer.allocUnsafe(size);
    let length = 0;
    let linesBefore = 0;
    try {
      for (;;) {
        const filled = fill(reader, block, length);
        length = filled.length;
        const end = filled.ended ? length : this.#lastEnd(block.subarray(0, length));
        if (length - end > limits.rowBytesMax)
          throw limitRefusal(limits, "rowBytesMax", null, "txt");
        if (end > 0) {
          const bytes = block.subarray(0, end);
          requireUtf8(encoding, bytes);
          const { texts, lines, lineCount } = this.#split(bytes.toString("utf8"), linesBefore);
          linesBefore += lineCount;
          if (texts.length > 0) yield toChunk(texts, lines, reader.bytesDone);
          block.copyWithin(0, end, length);
          length -= end;
        } else if (length === block.length) {
          block = Buffer.concat([block], block.length * 2);
        }
        if (filled.ended) return;
      }
    } finally {
      reader.close();
    }
  }

  facts(): TableFacts {
    return { raggedRows: 0, badlyNamedColumns: new Set(), mixes: new Map(), alerts: [] };
  }

  /** Index after the last whole row of a block. */
  #lastEnd(block: Buffer): number {
    if (!this.#input.paragraphs) return block.lastIndexOf(LINE_FEED) + 1;
    // A paragraph ends at a blank line; one with white space in it waits for a plain one.
    const plain = block.lastIndexOf("\n\n");
    const withReturns = block.lastIndexOf("\n\r\n");
    return Math.max(plain < 0 ? 0 : plain + 2, withReturns < 0 ? 0 : withReturns + 3);
  }

  #split(
    text: string,
    linesBefore: number,
  ): { texts: string[]; lines: number[]; lineCount: number } {
    const { paragraphs, limits } = this.#input;
    const texts: string[] = [];
    const lines: number[] = [];
    const all = text.split("\n");
    const lineCount = all.length - 1;
    let open = false;
    for (const [index, raw] of all.entries()) {
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      if (line.trim() === "") {
        open = false;
        continue;
      }
      if (line.length > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", null, "txt");
      if (open) texts[texts.length - 1] += `\n${line}`;
      else {
        texts.push(line);
        lines.push(linesBefore + index + 1);
      }
      open = paragraphs;
    }
    return { texts, lines, lineCount };
  }
}

function toChunk(texts: string[], lines: number[], bytesDone: number): TableChunk {
  return {
    frame: pl.DataFrame([
      pl.Series(frameColumn(0), texts, pl.Utf8),
      pl.Series(frameColumn(1), lines, pl.Float64),
    ]),
    rows: texts.length,
    kinds: ["string", "integer"],
    // Lines are slices of their block, which a kept row must not keep in memory.
    pick: (offsets) => offsets.map((at) => [ownText(texts[at] ?? ""), lines[at]]),
    bytesDone,
  };
}
