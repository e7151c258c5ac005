/** Slices of a Parquet file from a thread that reads them as words ahead of the caller. */
import type { DataFrame } from "nodejs-polars";
import { dataBytesMax } from "../../base/data-limit.ts";
import { hashedOrder, type ReadWords } from "../../base/table.ts";
import { type Kernel, type KernelShare, kernelAtHand, makeKernel } from "../../kernel/kernel.ts";
import { goOnWithWords, type WordsSoFar, wordChunkOf } from "../../kernel/read-words.ts";
import type { WordChunk, WordOrder } from "../../kernel/word-chunk.ts";
import { AheadBalance } from "../ahead-balance.ts";
import { AheadThread } from "../ahead-thread.ts";
import type { PolarsColumns } from "../polars-columns.ts";
import type { ColumnPlace, ParquetFooter } from "./footer.ts";
import type { WordField } from "./plain-words.ts";
import type { ParquetField } from "./schema.ts";
import type { Slice } from "./slices.ts";
import { wordFields } from "./word-fields.ts";
import { wordsRoom } from "./words-room.ts";

/** Start parameters of the thread; the memory that it shares with its owner has two parts. */
export type WordsInput = {
  filePath: string;
  share: KernelShare;
  partBytes: number;
  fields: readonly WordField[];
  groups: readonly (readonly ColumnPlace[])[];
  slices: readonly Slice[];
  /** Largest decoded size of a column in a row group. */
  bytesMax: number;
};

/**
 * Which slice goes to which part of the memory, and how many of its columns the thread hashes and
 * measures. Null asks whether the thread has started.
 */
export type WordsQuestion = {
  slice: number;
  part: number;
  wanted: WordOrder;
  columnsAhead: number;
} | null;

/** The chunk, and how much of the memory part it uses. Null if Polars has to read the slice. */
export type WordsAnswer = { soFar: WordsSoFar; taken: number } | null;

/** The columns and rows to read. */
export type WordsFile = Pick<WordsInput, "filePath" | "slices" | "bytesMax"> & {
  fields: readonly ParquetField[];
  /** The columns as Polars reads them, without rows. */
  head: DataFrame;
  columns: PolarsColumns;
  rowGroups: ParquetFooter["rowGroups"];
};

/** One part is filled while the other is hashed, measured and taken in. */
const parts = 2;
/** The thread's share of the columns at which it and its owner have equal work. */
const columnsAheadShare = 1 / 3;
/**
 * During the first slices the owner's code is not compiled yet, so the thread has time for all
 * columns.
 */
const coldSlices = 4;
/**
 * A thread has its own heap in addition to the shared memory, so processes with less memory do
 * without.
 */
const threadDataBytesMin = 1.5 * 2 ** 30;
/** Fewer slices would be read before the thread had started. */
const slicesMin = 4;
const rowsMin = 8192;
const slackBytes = 4 * 2 ** 20;
/** The kernel's memory is limited to 512 MiB. */
const partBytesMax = 240 * 2 ** 20;
const openBytesMax = 256 * 2 ** 20;
const probeBytes = 2 ** 20;

export class WordsAhead {
  readonly #kernel: Kernel;
  readonly #thread: AheadThread<WordsQuestion, WordsAnswer>;
  readonly #slices: readonly Slice[];
  readonly #partBytes: number;
  readonly #columns: PolarsColumns;
  readonly #typed: ReadWords["columns"];
  readonly #order: readonly number[];
  readonly #balance: AheadBalance;
  readonly #answers = new Map<number, Promise<WordsAnswer>>();
  /** Settles once the thread has answered everything so far. */
  #free: Promise<unknown>;
  #refused = false;

  private constructor(kernel: Kernel, { columns, head }: WordsFile, input: WordsInput) {
    const typed = columns.select(head);
    const names = typed.columns;
    this.#kernel = kernel;
    this.#slices = input.slices;
    this.#partBytes = input.partBytes;
    this.#columns = columns;
    this.#typed = typed.dtypes.map((dtype, index) => ({ name: names[index] ?? "", dtype }));
    this.#order = hashedOrder(columns.naming.names, names.length);
    this.#balance = new AheadBalance(Math.ceil(names.length * columnsAheadShare));
    this.#thread = new AheadThread(new URL("./words-thread.ts", import.meta.url), input);
    // At its start the thread fills tables that its owner also reads, so this waits for it.
    this.#free = this.#thread.ask(null);
    for (let slice = 0; slice < parts; slice++) this.#ask(slice, []);
  }

  /**
   * Starts with the first slices. Null if some column cannot be read as words, if there are too few
   * slices or too little memory, or if the kernel does not know this version of Polars.
   */
  static start(file: WordsFile): WordsAhead | null {
    const { filePath, slices, bytesMax, rowGroups } = file;
    const rowsInAll = slices.reduce((sum, slice) => sum + slice.rows, 0);
    if (slices.length < slicesMin || rowsInAll < rowsMin) return null;
    if (dataBytesMax() < threadDataBytesMin) return null;
    const fields = wordFields(file.fields, file.head);
    const partBytes = fields ? partBytesOf(file) : null;
    if (!fields || !partBytes) return null;
    const known = kernelAtHand(probeBytes);
    if (!known?.agrees) return null;
    const kernel = makeKernel(partBytes * parts + slackBytes, { fixed: known.fixed, agrees: true });
    if (!kernel) return null;
    const groups = rowGroups.map(({ places }) => places);
    const { share } = kernel;
    const input = { filePath, fields, groups, slices, bytesMax, partBytes, share };
    return new WordsAhead(kernel, file, input);
  }

  /** Reads a slice; the previous one becomes invalid. Null if Polars has to read it. */
  async read(slice: number, bounds: readonly bigint[]): Promise<ReadWords | null> {
    if (this.#refused) return null;
    if (slice > 0) this.#ask(slice - 1 + parts, bounds);
    const asked = this.#answers.get(slice);
    const answer = asked ? await this.#balance.await(asked).catch(() => null) : null;
    this.#answers.delete(slice);
    const chunk = answer ? this.#chunkOf(slice, answer, bounds) : null;
    // If words cannot represent one slice, later slices probably have the same problem.
    this.#refused = chunk === null;
    return (
      chunk && {
        chunk,
        columns: this.#typed,
        rawRows: (frame) => this.#columns.pick(frame, [...Array(frame.height).keys()]),
      }
    );
  }

  async end(): Promise<void> {
    await this.#thread.end();
  }

  /** Null if Polars has to judge a value. */
  #chunkOf(
    slice: number,
    { soFar, taken }: NonNullable<WordsAnswer>,
    bounds: readonly bigint[],
  ): WordChunk | null {
    this.#kernel.usePart(slice % parts, this.#partBytes, taken);
    const isRead = goOnWithWords(this.#kernel, soFar, { order: this.#order, bounds });
    return isRead ? wordChunkOf(this.#kernel, soFar) : null;
  }

  /** None of the first slice, because its owner waits for it. */
  #columnsAhead(slice: number): number {
    if (slice === 0) return 0;
    return slice < coldSlices ? this.#typed.length : this.#balance.columns;
  }

  #ask(slice: number, bounds: readonly bigint[]): void {
    if (slice >= this.#slices.length) return;
    const wanted = { order: this.#order, bounds };
    const answer = this.#free.then(() => {
      const columnsAhead = this.#columnsAhead(slice);
      return this.#thread.ask({ slice, part: slice % parts, wanted, columnsAhead });
    });
    // Handled where it is awaited, if it is.
    this.#free = answer.catch(() => {});
    this.#answers.set(slice, answer);
  }
}

/**
 * Null if a slice is too large for a memory part, if the open pages are too large, or if pages are
 * damaged.
 */
function partBytesOf(file: WordsFile): number | null {
  try {
    const { partBytes, openBytes } = wordsRoom(file);
    return partBytes > partBytesMax || openBytes > openBytesMax ? null : partBytes;
  } catch {
    // Polars reads the file and reports what is wrong with it.
    return null;
  }
}
