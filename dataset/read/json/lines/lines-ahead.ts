/** Values of JSON lines from a thread that reads them ahead of the caller. */
import type { ReadAs } from "../../../base/table.ts";
import { CellChunk, type ChunkMessage } from "../../../kernel/cell-chunk.ts";
import type { CellReading } from "../../../kernel/cell-types.ts";
import type { FoundCells } from "../../../kernel/find-cells.ts";
import { type Kernel, type KernelShare, makeKernel } from "../../../kernel/kernel.ts";
import { AheadBalance } from "../../ahead-balance.ts";
import { AheadThread } from "../../ahead-thread.ts";
import type { FlatFacts } from "./flat-block.ts";
import type { KeyMessage } from "./known-keys.ts";
import type { JsonLinesInput } from "./lines-blocks.ts";

/** Start parameters of the thread, with the memory that it shares with its owner, in two parts. */
export type LinesAheadInput = { input: JsonLinesInput; share: KernelShare; partBytes: number };

/**
 * Requests the next block; the first question also gives the start of the lines and the known keys.
 */
export type LinesQuestion = {
  start: number;
  keys: readonly KeyMessage[];
  readAs: CellReading | null;
  /** Number of columns that the thread measures. */
  columnsAhead: number;
};

type CellsMessage = Omit<FoundCells, "kernel">;
export type ValuesMessage = { found: CellsMessage; facts: FlatFacts; read: ChunkMessage };

/** A block's values in the shared memory, or otherwise its lines, unchanged or rewritten. */
export type LinesAnswer =
  | { bytesDone: number; values: ValuesMessage }
  | { bytesDone: number; values: null; bytes: Uint8Array; flat: FlatFacts | null }
  | null;

/** The values of a block, possibly read already as the caller announced. */
export type ReadValues = { cells: FoundCells; facts: FlatFacts; chunk: CellChunk | null };

/** A block as values or as lines. */
export type AheadLines =
  | { bytesDone: number; values: ReadValues }
  | { bytesDone: number; values: null; bytes: Buffer; flat: FlatFacts | null };

/** A thread and the memory of a kernel that only it and its owner use. */
export class LinesAhead {
  readonly #kernel: Kernel;
  readonly #thread: AheadThread<LinesQuestion, LinesAnswer>;

  private constructor(kernel: Kernel, thread: AheadThread<LinesQuestion, LinesAnswer>) {
    this.#kernel = kernel;
    this.#thread = thread;
  }

  /** Null if there is no room for two blocks with `roomBytes` each for their results. */
  static start(input: JsonLinesInput, roomBytes: number): LinesAhead | null {
    const kernel = makeKernel(2 * roomBytes);
    if (!kernel?.agrees) return null;
    const workerData: LinesAheadInput = { input, share: kernel.share, partBytes: kernel.partBytes };
    const file = new URL("./values-thread.ts", import.meta.url);
    return new LinesAhead(kernel, new AheadThread(file, workerData));
  }

  /**
   * Yields the blocks from `start` on. A block is valid until the next one is requested. Throws
   * what `jsonLinesBlocks` throws, and an `Error` if the thread dies.
   */
  async *blocks(
    start: number,
    keys: readonly KeyMessage[],
    readAs: ReadAs,
  ): AsyncGenerator<AheadLines> {
    const balance = new AheadBalance();
    const ask = (): Promise<LinesAnswer> => {
      const { columns } = balance;
      return this.#thread.ask({ start, keys, readAs: readAs.now(), columnsAhead: columns });
    };
    let asked = ask();
    for (;;) {
      const answer = await balance.await(asked);
      if (answer === null) return;
      // The thread reads the next block while the caller works on this one.
      asked = ask();
      const { bytesDone, values } = answer;
      if (values) yield { bytesDone, values: valuesOf(this.#kernel, values) };
      else yield { ...answer, bytes: Buffer.from(answer.bytes) };
    }
  }

  async end(): Promise<void> {
    await this.#thread.end();
  }
}

function valuesOf(kernel: Kernel, { found, facts, read }: ValuesMessage): ReadValues {
  const cells = { ...found, kernel, generation: kernel.generation, isForeign: true };
  return { cells, facts, chunk: new CellChunk(kernel, read) };
}
