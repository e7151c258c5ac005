/** The blocks of delimited text, of large files from a thread that reads their cells, too. */
import { servedPosition } from "../../base/served-files.ts";
import type { ReadAs } from "../../base/table.ts";
import { kernelAtHand } from "../../kernel/kernel.ts";
import { isPlainLayout } from "../../open/delimited/layout.ts";
import { packedTextAt } from "../../open/packed-text.ts";
import { type Block, type BlocksInput, delimitedBlocks } from "./blocks.ts";
import { type ReadBlock, readAhead } from "./read-ahead.ts";

/** What is left of a smaller file is read before a thread would have started. */
const threadBlocksMin = 4;

/** As `delimitedBlocks`. A block is valid until the next one is asked for. */
export async function* readBlocks(input: BlocksInput, readAs: ReadAs): AsyncGenerator<ReadBlock> {
  // Of the first block, which Polars reads, no cells are wanted.
  const kernelFor = (block: number) => (block === 0 ? null : kernelAtHand());
  for await (const block of delimitedBlocks(input, kernelFor)) {
    yield { ...block, chunk: null };
    if (!readAs() || !mayReadAhead(input, block)) continue;
    yield* readAhead({ ...input, start: block.next, skipsHeader: false }, readAs);
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
  return left > blockBytes * threadBlocksMin;
}
