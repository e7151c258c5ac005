/** Blocks of delimited text from a thread that reads them and their cells ahead of the caller. */
import { Worker } from "node:worker_threads";
import type { ReadAs } from "../../base/table.ts";
import { CellChunk, type ToldChunk } from "../../kernel/cell-chunk.ts";
import type { FoundCells } from "../../kernel/find-cells.ts";
import type { Kernel, KernelShare } from "../../kernel/kernel.ts";
import { revive, type ThreadFailure } from "../thread-failures.ts";
import type { Block, BlocksInput } from "./blocks.ts";

/** What the thread starts with: the memory that it shares with its owner, in two parts. */
export type AheadInput = { input: BlocksInput; share: KernelShare; partBytes: number };

/** What the program itself needs of each half of the memory. */
const reservedBytes = 16 * 1024;

/** Asks for the next block. */
export type AheadQuestion = { readAs: ReturnType<ReadAs> };

type ToldCells = Omit<FoundCells, "kernel">;

/** A block lies in the shared memory with its cells, or comes as a copy where none were found. */
export type AheadAnswer =
  | (Pick<Block, "scan" | "bytesDone" | "endsInRow"> & {
      thread: "block";
      copy: Uint8Array | null;
      found: ToldCells | null;
      read: ToldChunk | null;
    })
  | { thread: "end" }
  | { thread: "failed"; failure: ThreadFailure };

export type ReadBlock = Omit<Block, "next"> & { chunk: CellChunk | null };

/**
 * The blocks from `input.start` on, in the memory of a kernel that nobody else uses. A block is
 * valid until the next one is asked for. Throws what `delimitedBlocks` throws, and an `Error` when
 * the thread dies.
 */
export async function* readAhead(
  input: BlocksInput,
  kernel: Kernel,
  readAs: ReadAs,
): AsyncGenerator<ReadBlock> {
  const thread = new AheadThread({
    input: { ...input, firstBlockBytes: input.blockBytes },
    share: kernel.share,
    partBytes: Math.floor(kernel.bytesMax / 2) - reservedBytes,
  });
  try {
    let asked = thread.ask(readAs());
    for (;;) {
      const answer = await asked;
      if (answer.thread === "end") return;
      if (answer.thread === "failed") throw revive(answer.failure);
      // The thread works on the next block while the caller works on this one.
      asked = thread.ask(readAs());
      yield blockOf(kernel, answer);
    }
  } finally {
    await thread.end();
  }
}

function blockOf(kernel: Kernel, answer: Extract<AheadAnswer, { thread: "block" }>): ReadBlock {
  const { scan, bytesDone, endsInRow, copy, found, read } = answer;
  if (!found) {
    return { bytes: Buffer.from(copy ?? []), scan, bytesDone, endsInRow, chunk: null };
  }
  const bytes = kernel.bytes().subarray(found.block, found.block + found.end);
  const cells = { ...found, kernel, generation: kernel.generation, isForeign: true };
  const chunk = read ? new CellChunk(kernel, read) : null;
  return { bytes, scan: { ...scan, cells }, bytesDone, endsInRow, chunk };
}

/** The thread, with one question open at a time. */
class AheadThread {
  readonly #worker: Worker;
  readonly #gone: Promise<void>;
  #ended: Error | null = null;
  #answer: (answer: AheadAnswer) => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(input: AheadInput) {
    const file = new URL("./cells-thread.ts", import.meta.url);
    this.#worker = new Worker(file, { workerData: input });
    this.#worker.on("message", (answer: AheadAnswer) => this.#answer(answer));
    this.#worker.on("error", (error: Error) => this.#end(error));
    this.#gone = new Promise((resolve) => {
      this.#worker.on("exit", (code) => {
        this.#end(new Error(`The reading thread ended with code ${code}.`));
        resolve();
      });
    });
  }

  ask(readAs: ReturnType<ReadAs>): Promise<AheadAnswer> {
    const answered = new Promise<AheadAnswer>((resolve, reject) => {
      if (this.#ended) reject(this.#ended);
      this.#answer = resolve;
      this.#fail = reject;
    });
    // Its failure is met where it is awaited, unless the caller has enough before.
    answered.catch(() => {});
    const question: AheadQuestion = { readAs };
    this.#worker.postMessage(question);
    return answered;
  }

  async end(): Promise<void> {
    if (this.#ended === null) await this.#worker.terminate();
    await this.#gone;
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#fail(this.#ended);
  }
}
