/** The blocks of delimited text, of large files from a thread that reads their cells, too. */
import { dataBytesMax } from "../../base/data-limit.ts";
import { servedPosition } from "../../base/served-files.ts";
import type { ReadAs } from "../../base/table.ts";
import { type Kernel, kernelAtHand, makeKernel } from "../../kernel/kernel.ts";
import { isPlainLayout } from "../../open/delimited/layout.ts";
import { packedTextAt } from "../../open/packed-text.ts";
import { type Block, type BlocksInput, delimitedBlocks } from "./blocks.ts";
import { type ReadBlock, readAhead } from "./read-ahead.ts";

/** What is left of a smaller file is read before a thread would have started. */
const threadBlocksMin = 4;
const threadBytesMin = 64 * 1024;
/** A thread has a heap of its own beside the memory that it shares: a smaller process goes without. */
const threadDataBytesMin = 1.5 * 2 ** 30;
/** What a block of the usual kind takes with its cells and their values; Polars takes care of denser ones. */
const roomShare = 9;
/** The same memory serves all tables that are not large. */
const roomBytesMin = 2 ** 25;

/** As `delimitedBlocks`. A block is valid until the next one is asked for. */
export async function* readBlocks(input: BlocksInput, readAs: ReadAs): AsyncGenerator<ReadBlock> {
  const room = Math.max(roomBytesMin, input.blockBytes * roomShare);
  const kernelFor = (): Kernel | null => kernelAtHand(room);
  for await (const block of delimitedBlocks(input, kernelFor)) {
    yield { ...block, chunk: null };
    const known = readAs() && mayReadAhead(input, block) ? kernelAtHand(room) : null;
    const kernel = known && makeKernel(2 * room, { seed: known.seed, agrees: known.agrees });
    if (!kernel) continue;
    const rest = { ...input, start: block.next, skipsHeader: false };
    yield* readAhead(rest, kernel, readAs);
    return;
  }
}

/** Whether enough of a plain file on the disk is left. */
function mayReadAhead(input: BlocksInput, block: Block): boolean {
  const { filePath, byteSize, encoding, layout, blockBytes, end } = input;
  if (encoding.name !== "utf-8" || encoding.carriageReturnOnly || !isPlainLayout(layout))
    return false;
  if (servedPosition(filePath) >= 0 || packedTextAt(filePath) !== null) return false;
  const left = (end ?? byteSize) - block.next;
  if (left <= Math.max(threadBytesMin, blockBytes * threadBlocksMin)) return false;
  return dataBytesMax() >= threadDataBytesMin;
}
