/** Values of JSON lines from a thread that reads them ahead of the caller. */
import type { ReadAs } from "../../../base/table.ts";
import { CellChunk, type ToldChunk } from "../../../kernel/cell-chunk.ts";
import type { CellReading } from "../../../kernel/cell-types.ts";
import type { FoundCells } from "../../../kernel/find-cells.ts";
import { type Kernel, type KernelShare, makeKernel } from "../../../kernel/kernel.ts";
import { AheadBalance } from "../../ahead-balance.ts";
import { AheadThread } from "../../ahead-thread.ts";
import type { FlatFacts } from "./flat-block.ts";
import type { ToldKey } from "./known-keys.ts";
import type { JsonLinesInput } from "./lines-blocks.ts";

/** What the thread starts with: the memory that it shares with its owner, in two parts. */
export type LinesAheadInput = { input: JsonLinesInput; share: KernelShare; partBytes: number };

/** Asks for the next block; the first question says where the lines begin, and which keys are known. */
export type LinesQuestion = {
  start: number;
  keys: readonly ToldKey[];
  readAs: CellReading | null;
  /** So many columns are measured by the thread. */
  columnsAhead: number;
};

type ToldCells = Omit<FoundCells, "kernel">;
export type ToldValues = { found: ToldCells; facts: FlatFacts; read: ToldChunk };

/** The values of a block lie in the shared memory; else its lines come as they are, or rewritten. */
export type LinesAnswer =
  | { bytesDone: number; values: ToldValues }
  | { bytesDone: number; values: null; bytes: Uint8Array; flat: FlatFacts | null }
  | null;

/** The values of a block, perhaps read as the caller said that they will be. */
export type ReadValues = { cells: FoundCells; facts: FlatFacts; chunk: CellChunk | null };

/** A block as its values or as its lines. */
export type AheadLines =
  | { bytesDone: number; values: ReadValues }
  | { bytesDone: number; values: null; bytes: Buffer; flat: FlatFacts | null };

/** A thread and the memory of a kernel that nobody else uses. */
export class LinesAhead {
  readonly #kernel: Kernel;
  readonly #thread: AheadThread<LinesQuestion, LinesAnswer>;

  private constructor(kernel: Kernel, thread: AheadThread<LinesQuestion, LinesAnswer>) {
    this.#kernel = kernel;
    this.#thread = thread;
  }

  /** Null where there is no room for two blocks, each with so many bytes for all that is found. */
  static start(input: JsonLinesInput, roomBytes: number): LinesAhead | null {
    const kernel = makeKernel(2 * roomBytes);
    if (!kernel?.agrees) return null;
    const workerData: LinesAheadInput = { input, share: kernel.share, partBytes: kernel.partBytes };
    const file = new URL("./values-thread.ts", import.meta.url);
    return new LinesAhead(kernel, new AheadThread(file, workerData));
  }

  /**
   * The blocks from `start` on. A block is valid until the next one is asked for. Throws what
   * `jsonLinesBlocks` throws, and an `Error` when the thread dies.
   */
  async *blocks(
    start: number,
    keys: readonly ToldKey[],
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
      // The thread works on the next block while the caller works on this one.
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

function valuesOf(kernel: Kernel, { found, facts, read }: ToldValues): ReadValues {
  const cells = { ...found, kernel, generation: kernel.generation, isForeign: true };
  return { cells, facts, chunk: new CellChunk(kernel, read) };
}
