/** The thread that reads slices of a Parquet file as words, started by `words-ahead.ts`. */

import { workerData } from "node:worker_threads";
import type { CompressionCodec } from "hyparquet";
import { openFile } from "../../base/open-file.ts";
import { placeBytes } from "../../kernel/arrays.ts";
import { Kernel } from "../../kernel/kernel.ts";
import { beginWords, goOnWithWords } from "../../kernel/read-words.ts";
import type { WordColumn } from "../../kernel/word-chunk.ts";
import { answerQuestions } from "../ahead-thread.ts";
import { ColumnWords } from "./column-words.ts";
import type { Slice } from "./slices.ts";
import { type Scratch, StoredBytes } from "./stored-bytes.ts";
import type { WordsAnswer, WordsInput, WordsQuestion } from "./words-ahead.ts";

const { filePath, share, partBytes, fields, groups, slices, bytesMax } = workerData as WordsInput;
const kernel = new Kernel(partBytes * 2, share);
const file = openFile(filePath);
const scratch: Scratch = { bytes: Buffer.alloc(0) };
let columns: ColumnWords[] = [];
/** The open row group, and the next row of its columns. */
let at = { group: -1, row: 0 };

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
  columns = (groups[group] ?? []).map(({ codec, ...place }, index) => {
    const field = fields[index];
    const name = codecs[codec];
    if (!field || !name) throw new RangeError("place");
    return new ColumnWords(kernel, field, new StoredBytes(file, place, scratch), name, bytesMax);
  });
  at = { group, row: 0 };
}

/** The columns of a slice, which must follow the previous one. */
function takeSlice({ group, from, rows }: Slice): WordColumn[] {
  if (group !== at.group) openGroup(group);
  if (from !== at.row) throw new RangeError("order");
  at.row += rows;
  const rowNumbers = kernel.take(rows * placeBytes);
  kernel.program.countUp(0, rows, rowNumbers);
  return columns.map((column) => column.take(rows, rowNumbers));
}

function answer(question: WordsQuestion): WordsAnswer {
  if (question === null) return null;
  kernel.usePart(question.part, partBytes);
  try {
    const slice = slices[question.slice];
    if (!slice) throw new RangeError("slice");
    const soFar = beginWords(kernel, slice.rows, takeSlice(slice));
    if (!soFar || !goOnWithWords(kernel, soFar, question.wanted, question.columnsAhead))
      return null;
    return { soFar, taken: kernel.taken };
  } catch {
    // After any error Polars also reads the slice and reports the fault.
    return null;
  }
}

answerQuestions(answer);
