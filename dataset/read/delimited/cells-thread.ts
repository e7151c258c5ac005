/** The thread that reads blocks of delimited text and their cells, started by `read-ahead.ts`. */
import { workerData } from "node:worker_threads";
import { CellChunk } from "../../kernel/cell-chunk.ts";
import { Kernel } from "../../kernel/kernel.ts";
import { measureAhead } from "../../kernel/measure-column.ts";
import { answerQuestions } from "../ahead-thread.ts";
import { type Block, delimitedBlocks } from "./blocks.ts";
import type { AheadAnswer, AheadInput, AheadQuestion } from "./read-ahead.ts";

const { input, share, partBytes } = workerData as AheadInput;
const kernel = new Kernel(partBytes * 2, share);
let blocks: AsyncGenerator<Block> | null = null;
let asked = 0;

/** Reads the next block with its cells as requested; the parts of the memory are used in turn. */
async function answer({ start, readAs, columnsAhead }: AheadQuestion): Promise<AheadAnswer> {
  const rest = { ...input, start, skipsHeader: false, firstBlockBytes: input.blockBytes };
  blocks ??= delimitedBlocks(rest, () => kernel);
  kernel.usePart(asked++ % 2, partBytes);
  const next = await blocks.next();
  if (next.done) return null;
  const { scan, bytesDone, endsInRow, bytes } = next.value;
  const { cells } = scan;
  const counts = { scan: { ...scan, cells: null }, bytesDone, endsInRow };
  if (!cells) return { ...counts, copy: new Uint8Array(bytes), found: null, read: null };
  const read = readAs ? CellChunk.read(cells, readAs) : null;
  if (read && readAs) measureAhead(read, readAs.bounds, columnsAhead);
  const { kernel: _, ...found } = cells;
  return { ...counts, copy: null, found, read: read?.message ?? null };
}

answerQuestions(answer);
