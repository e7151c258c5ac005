/** Slices of a Parquet file from threads that read them as words ahead of the caller. */
import type { DataFrame } from "nodejs-polars";
import { dataBytesMax } from "../../base/data-limit.ts";
import { hashedOrder, type ReadWords } from "../../base/table.ts";
import { type Kernel, type KernelShare, kernelAtHand, makeKernel } from "../../kernel/kernel.ts";
import { type ToldWords, WordChunk, type WordOrder } from "../../kernel/word-chunk.ts";
import { AheadThread } from "../ahead-thread.ts";
import type { PolarsColumns } from "../polars-columns.ts";
import type { ColumnPlace, ParquetFooter } from "./footer.ts";
import type { WordField } from "./plain-words.ts";
import type { ParquetField } from "./schema.ts";
import type { Slice } from "./slices.ts";
import { wordFields } from "./word-fields.ts";

/** What a thread starts with: the memory that it shares with its owner, in as many parts as there are threads. */
export type WordsInput = {
  filePath: string;
  share: KernelShare;
  /** Which part of the memory is the thread's. */
  part: number;
  partBytes: number;
  fields: readonly WordField[];
  groups: readonly (readonly ColumnPlace[])[];
  slices: readonly Slice[];
  /** What a column of a row group may become. */
  bytesMax: number;
};

/** Null asks whether the thread has begun. */
export type WordsQuestion = { slice: number; wanted: WordOrder } | null;

/** Null where the slice is left to Polars. */
export type WordsAnswer = { told: ToldWords | null };

/** What is to be read. */
export type WordsFile = Pick<WordsInput, "filePath" | "slices" | "bytesMax"> & {
  fields: readonly ParquetField[];
  /** The columns as Polars reads them, without rows. */
  head: DataFrame;
  columns: PolarsColumns;
  rowGroups: ParquetFooter["rowGroups"];
};

type WordsThread = {
  thread: AheadThread<WordsQuestion, WordsAnswer>;
  asked: { slice: number; answer: Promise<WordsAnswer> } | null;
};

/** One reads while what the other one has read is taken in. */
const threads = 2;
/** A thread has a heap of its own beside the memory that it shares: a smaller process goes without. */
const threadDataBytesMin = 1.5 * 2 ** 30;
/** Less would be read before the thread had started. */
const slicesMin = 4;
const rowsMin = 8192;
/** What is found of a row in each column, and beside them. */
const columnRowBytes = 56;
const rowBytes = 64;
const slackBytes = 4 * 2 ** 20;
/** The program's memory ends at 512 MiB. */
const partBytesMax = 240 * 2 ** 20;
const probeBytes = 2 ** 20;

export class WordsAhead {
  readonly #kernel: Kernel;
  readonly #threads: readonly WordsThread[];
  readonly #slices: readonly Slice[];
  readonly #columns: PolarsColumns;
  readonly #typed: ReadWords["columns"];
  readonly #order: readonly number[];
  /** One that begins fills the tables that all read: none may work before. */
  readonly #begun: Promise<unknown>;
  /** The slice that the caller works on. */
  #held = 0;
  #refused = false;

  private constructor(
    kernel: Kernel,
    { columns, head }: WordsFile,
    input: Omit<WordsInput, "part">,
  ) {
    const typed = columns.select(head);
    const names = typed.columns;
    this.#kernel = kernel;
    this.#slices = input.slices;
    this.#columns = columns;
    this.#typed = typed.dtypes.map((dtype, index) => ({ name: names[index] ?? "", dtype }));
    this.#order = hashedOrder(columns.naming.names, names.length);
    const program = new URL("./words-thread.ts", import.meta.url);
    this.#threads = Array.from({ length: threads }, (_, part) => {
      return { thread: new AheadThread(program, { ...input, part }), asked: null };
    });
    this.#begun = Promise.all(this.#threads.map(({ thread }) => thread.ask(null)));
    for (const part of this.#threads.keys()) this.#askNext(part, 0, []);
  }

  /**
   * Begins with the slices behind the first one. Null where a column is none of those that are read so,
   * or there is too little to read, too little memory, or another Polars than the kernel knows.
   */
  static start(file: WordsFile): WordsAhead | null {
    const { filePath, slices, bytesMax, rowGroups } = file;
    const rowsInAll = slices.reduce((sum, slice) => sum + slice.rows, 0);
    if (slices.length < slicesMin || rowsInAll < rowsMin) return null;
    if (dataBytesMax() < threadDataBytesMin) return null;
    const fields = wordFields(file.fields, file.head);
    if (!fields) return null;
    const rows = slices.reduce((most, slice) => Math.max(most, slice.rows), 0);
    const group = rowGroups.reduce(
      (most, { uncompressedBytes: bytes }) => Math.max(most, bytes),
      0,
    );
    const partBytes = group + rows * (fields.length * columnRowBytes + rowBytes) + slackBytes;
    const known = partBytes > partBytesMax ? null : kernelAtHand(probeBytes);
    if (!known?.agrees) return null;
    const bytes = partBytes * threads + slackBytes;
    const kernel = makeKernel(bytes, { fixed: known.fixed, agrees: true });
    const groups = rowGroups.map(({ places }) => places);
    const input = { filePath, fields, groups, slices, bytesMax, partBytes };
    return kernel && new WordsAhead(kernel, file, { ...input, share: kernel.share });
  }

  /** A slice; the one before is there no longer. Null where it is left to Polars. */
  async read(slice: number, bounds: readonly bigint[]): Promise<ReadWords | null> {
    if (this.#refused) return null;
    if (this.#held > 0) this.#askNext(this.#partOf(this.#held), this.#held, bounds);
    this.#held = slice;
    const asked = this.#threads[this.#partOf(slice)]?.asked;
    const answer = asked?.slice === slice ? await asked.answer.catch(() => null) : null;
    // What one slice has that words do not cover, others have as well.
    if (!answer?.told) {
      this.#refused = true;
      return null;
    }
    return {
      chunk: new WordChunk(this.#kernel, answer.told),
      columns: this.#typed,
      rawRows: (frame) => this.#columns.pick(frame, [...Array(frame.height).keys()]),
    };
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map(({ thread }) => thread.end()));
  }

  /** The row groups go to the threads in turn. */
  #partOf(slice: number): number {
    return (this.#slices[slice]?.group ?? 0) % threads;
  }

  /** Asks a thread for its next slice behind one. */
  #askNext(part: number, behind: number, bounds: readonly bigint[]): void {
    const thread = this.#threads[part];
    const slice = this.#slices.findIndex((_, index) => {
      return index > behind && this.#partOf(index) === part;
    });
    if (!thread || slice < 0) return;
    const wanted = { order: this.#order, bounds };
    const answer = this.#begun.then(() => thread.thread.ask({ slice, wanted }));
    // Its failure is met where it is awaited, if it is.
    answer.catch(() => {});
    thread.asked = { slice, answer };
  }
}
