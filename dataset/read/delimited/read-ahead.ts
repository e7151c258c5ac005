/** Blocks of delimited text from a thread that reads them and their cells ahead of the caller. */
import type { ReadAs } from "../../base/table.ts";
import { CellChunk, type ChunkMessage } from "../../kernel/cell-chunk.ts";
import type { CellReading } from "../../kernel/cell-types.ts";
import type { FoundRecords } from "../../kernel/find-cells.ts";
import { type Kernel, type KernelShare, makeKernel } from "../../kernel/kernel.ts";
import { AheadBalance } from "../ahead-balance.ts";
import { AheadThread } from "../ahead-thread.ts";
import type { Block, BlocksInput } from "./blocks.ts";

/** Start parameters of the thread, with the memory that it shares with its owner, in two parts. */
export type AheadInput = { input: BlocksInput; share: KernelShare; partBytes: number };

/**
 * Requests the next block with this many measured columns; the first question also gives the start
 * of the blocks.
 */
export type AheadQuestion = { start: number; readAs: CellReading | null; columnsAhead: number };

type CellsMessage = Omit<FoundRecords, "kernel">;

/** A block in the shared memory with its cells, or a copy of a block without located cells. */
type AheadBlock = Pick<Block, "scan" | "bytesDone" | "endsInRow"> & {
  copy: Uint8Array | null;
  found: CellsMessage | null;
  read: ChunkMessage | null;
};

/** Null at the end. */
export type AheadAnswer = AheadBlock | null;

export type ReadBlock = Omit<Block, "next"> & { chunk: CellChunk | null };

/** A thread and the memory of a kernel that only it and its owner use. */
export class BlocksAhead {
  readonly #kernel: Kernel;
  readonly #thread: AheadThread<AheadQuestion, AheadAnswer>;

  private constructor(kernel: Kernel, thread: AheadThread<AheadQuestion, AheadAnswer>) {
    this.#kernel = kernel;
    this.#thread = thread;
  }

  /** Null if there is no room for two blocks with `roomBytes` each for their results. */
  static start(input: BlocksInput, roomBytes: number): BlocksAhead | null {
    const kernel = makeKernel(2 * roomBytes);
    if (!kernel?.agrees) return null;
    const workerData: AheadInput = { input, share: kernel.share, partBytes: kernel.partBytes };
    const file = new URL("./cells-thread.ts", import.meta.url);
    return new BlocksAhead(kernel, new AheadThread(file, workerData));
  }

  /**
   * Yields the blocks from `start` on. A block is valid until the next one is requested. Throws
   * what `delimitedBlocks` throws, and an `Error` if the thread dies.
   */
  async *blocks(start: number, readAs: ReadAs): AsyncGenerator<ReadBlock> {
    const balance = new AheadBalance();
    const ask = (): Promise<AheadAnswer> => {
      return this.#thread.ask({ start, readAs: readAs.now(), columnsAhead: balance.columns });
    };
    let asked = ask();
    for (;;) {
      const answer = await balance.await(asked);
      if (answer === null) return;
      // The thread reads the next block while the caller works on this one.
      asked = ask();
      yield blockOf(this.#kernel, answer);
    }
  }

  async end(): Promise<void> {
    await this.#thread.end();
  }
}

function blockOf(kernel: Kernel, answer: AheadBlock): ReadBlock {
  const { scan, bytesDone, endsInRow, copy, found, read } = answer;
  if (!found) {
    return { bytes: Buffer.from(copy ?? []), scan, bytesDone, endsInRow, chunk: null };
  }
  const bytes = kernel.bytes().subarray(found.block, found.block + found.end);
  const cells = { ...found, kernel, generation: kernel.generation, isForeign: true };
  const chunk = read ? new CellChunk(kernel, read) : null;
  return { bytes, scan: { ...scan, cells }, bytesDone, endsInRow, chunk };
}
