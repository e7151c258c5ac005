/** The thread that reads JSON lines and their values, started by `lines-ahead.ts`. */
import { workerData } from "node:worker_threads";
import { CellChunk } from "../../../kernel/cell-chunk.ts";
import { Kernel } from "../../../kernel/kernel.ts";
import { measureAhead } from "../../../kernel/measure-column.ts";
import { answerQuestions } from "../../ahead-thread.ts";
import { findLines } from "./find-lines.ts";
import type { KnownKeys } from "./known-keys.ts";
import type { LinesAheadInput, LinesAnswer, LinesQuestion, ValuesMessage } from "./lines-ahead.ts";
import { jsonLinesBlocks } from "./lines-blocks.ts";

const { input, share, partBytes } = workerData as LinesAheadInput;
const kernel = new Kernel(partBytes * 2, share);
let blocks: ReturnType<typeof jsonLinesBlocks<ValuesMessage>> | null = null;
let asked = 0;
let readAs: LinesQuestion["readAs"] = null;
let columnsAhead = 0;

/** Reads the values of lines as the question requests. */
function take(lines: Buffer, keys: KnownKeys): ValuesMessage | null {
  const found = readAs ? findLines(kernel, lines, keys, input.limits) : null;
  if (!readAs || found?.cells.columns !== readAs.forms.length) return null;
  const read = CellChunk.read(found.cells, readAs);
  if (!read) return null;
  measureAhead(read, readAs.bounds, columnsAhead);
  const { kernel: _, ...cells } = found.cells;
  return { found: cells, facts: found.facts, read: read.message };
}

/** The next block; the parts of the memory are used in turn. */
function answer(question: LinesQuestion): LinesAnswer {
  const { start, keys } = question;
  readAs = question.readAs;
  columnsAhead = question.columnsAhead;
  blocks ??= jsonLinesBlocks({ ...input, start, keys }, take);
  kernel.usePart(asked++ % 2, partBytes);
  const next = blocks.next();
  if (next.done) return null;
  const { taken, bytes, flat, bytesDone } = next.value;
  if (taken) return { bytesDone, values: taken };
  return { bytesDone, values: null, bytes: new Uint8Array(bytes), flat };
}

answerQuestions(answer);
