/** The thread that reads slices of a Parquet file as words. `words-ahead.ts` starts it. */
import { workerData } from "node:worker_threads";
import type { CompressionCodec } from "hyparquet";
import { openFile } from "../../base/open-file.ts";
import { Kernel } from "../../kernel/kernel.ts";
import { readWords } from "../../kernel/read-words.ts";
import type { WordColumn } from "../../kernel/word-chunk.ts";
import { answerQuestions } from "../ahead-thread.ts";
import { ColumnWords } from "./column-words.ts";
import type { WordsAnswer, WordsInput, WordsQuestion } from "./words-ahead.ts";

const { filePath, share, part, partBytes, fields, groups, slices, bytesMax } =
  workerData as WordsInput;
const kernel = new Kernel(partBytes * 2, share);
const file = openFile(filePath);
/** What is compressed of the row group at hand. */
let stored = Buffer.alloc(0);
let columns: ColumnWords[] = [];
/** The slice that the columns come to next. */
let next = -1;

const placeBytes = 4;

const codecs: readonly CompressionCodec[] = [
  "UNCOMPRESSED",
  "SNAPPY",
  "GZIP",
  "LZO",
  "BROTLI",
  "LZ4",
  "ZSTD",
  "LZ4_RAW",
];

function openGroup(group: number): void {
  const places = groups[group] ?? [];
  const bytes = places.reduce((sum, { start, end }) => sum + end - start, 0);
  if (stored.length < bytes) stored = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  columns = places.map(({ start, end, codec }, index) => {
    const length = end - start;
    const chunk = stored.subarray(at, at + length);
    at += length;
    const field = fields[index];
    const name = codecs[codec];
    if (!field || !name || file.readSync(chunk, 0, length, start) < length) {
      throw new RangeError("place");
    }
    return new ColumnWords(kernel, field, chunk, name, bytesMax);
  });
}

/** The columns of a slice; those before it in its row group are passed over. */
function takeSlice(index: number): WordColumn[] {
  const slice = slices[index];
  if (!slice) throw new RangeError("slice");
  if (index !== next || slice.from === 0) {
    openGroup(slice.group);
    next = slices.findIndex(({ group }) => group === slice.group);
  }
  for (; next < index; next++) {
    const { rows } = slices[next] ?? slice;
    takeRows(rows);
    kernel.usePart(part, partBytes);
  }
  next = index + 1;
  return takeRows(slice.rows);
}

function takeRows(rows: number): WordColumn[] {
  const rowNumbers = kernel.take(rows * placeBytes);
  kernel.program.countUp(0, rows, rowNumbers);
  return columns.map((column) => column.take(rows, rowNumbers));
}

function answer(question: WordsQuestion): WordsAnswer {
  if (question === null) return { told: null };
  const { slice, wanted } = question;
  kernel.usePart(part, partBytes);
  try {
    const rows = slices[slice]?.rows ?? 0;
    const read = readWords(kernel, rows, takeSlice(slice), wanted);
    return { told: read?.told ?? null };
  } catch {
    // Whatever it is, Polars reads the slice too and says what is wrong with it.
    return { told: null };
  }
}

answerQuestions(answer);
