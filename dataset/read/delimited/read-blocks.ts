/** Blocks of delimited text; for large files, a thread reads them with their cells. */
import type { ReadAs } from "../../base/table.ts";
import { dropKernelAtHand, type Kernel, kernelAtHand } from "../../kernel/kernel.ts";
import { isPlainLayout } from "../../open/delimited/layout.ts";
import { isWorthThread, mayReadAhead, roomFor, threadColumnsMax } from "../may-read-ahead.ts";
import { type BlocksInput, delimitedBlocks } from "./blocks.ts";
import { BlocksAhead, type ReadBlock } from "./read-ahead.ts";

/** One memory of this size serves all tables that are not large. */
const roomAtHandBytesMin = 2 ** 25;

/** Like `delimitedBlocks`. A block is valid until the next one is requested. */
export async function* readBlocks(input: BlocksInput, readAs: ReadAs): AsyncGenerator<ReadBlock> {
  const room = roomFor(input.blockBytes);
  const kernelFor = (): Kernel | null => kernelAtHand(Math.max(roomAtHandBytesMin, room));
  const isWorth = (from: number): boolean =>
    isWorthThread((input.end ?? input.byteSize) - from, input.blockBytes);
  const { filePath, encoding, layout, start } = input;
  const isNarrow = layout.columns <= threadColumnsMax && isPlainLayout(layout);
  const mayAsk = isNarrow && isWorth(start) && mayReadAhead(filePath, encoding);
  // Started early, so that it is ready once the first block is measured.
  const ahead = mayAsk ? BlocksAhead.start(input, room) : null;
  try {
    let isFirst = true;
    for await (const block of delimitedBlocks(input, kernelFor)) {
      yield { ...block, chunk: null };
      if (!ahead || !isWorth(block.next)) continue;
      // Waits for the types only where the kernel gains from them; otherwise a block is read here
      // while the previous one is measured.
      const isKnown = isFirst ? await readAs.behind() : readAs.now();
      isFirst = false;
      if (!isKnown) continue;
      yield* ahead.blocks(block.next, readAs);
      return;
    }
  } finally {
    await ahead?.end();
    if (layout.columns > threadColumnsMax) dropKernelAtHand();
  }
}
