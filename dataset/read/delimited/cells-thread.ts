/** The thread that reads blocks of delimited text and their cells. `read-ahead.ts` starts it. */
import { parentPort, workerData } from "node:worker_threads";
import { CellChunk } from "../../kernel/cell-chunk.ts";
import { Kernel } from "../../kernel/kernel.ts";
import { measureAhead } from "../../kernel/measure-column.ts";
import { failureOf } from "../thread-failures.ts";
import { delimitedBlocks } from "./blocks.ts";
import type { AheadAnswer, AheadInput, AheadQuestion } from "./read-ahead.ts";

const { input, share, partBytes } = workerData as AheadInput;
const kernel = new Kernel(partBytes * 2, share);
const blocks = delimitedBlocks(input, () => kernel);
let asked = 0;
/** Each question brings a copy: the first one is kept, so that they are encoded once. */
let tokens: readonly string[] | null = null;

/** The next block, with its cells read as the question says; the parts of the memory are used in turn. */
async function answer({ readAs }: AheadQuestion): Promise<AheadAnswer> {
  kernel.usePart(asked++ % 2, partBytes);
  const next = await blocks.next();
  if (next.done) return { thread: "end" };
  const { scan, bytesDone, endsInRow, bytes } = next.value;
  const { cells } = scan;
  const counts = { scan: { ...scan, cells: null }, bytesDone, endsInRow };
  if (!cells)
    return { thread: "block", ...counts, copy: new Uint8Array(bytes), found: null, read: null };
  tokens ??= readAs?.tokens ?? null;
  if (tokens) kernel.useTokens(tokens);
  const read = readAs ? CellChunk.read(cells, readAs.forms, readAs.order) : null;
  if (read && readAs) measureAhead(read, readAs.bounds);
  const { kernel: _, ...found } = cells;
  return { thread: "block", ...counts, copy: null, found, read: read?.told ?? null };
}

parentPort?.on("message", (question: AheadQuestion) => {
  answer(question)
    .catch((error: unknown): AheadAnswer => ({ thread: "failed", failure: failureOf(error) }))
    .then((said) => parentPort?.postMessage(said));
});
