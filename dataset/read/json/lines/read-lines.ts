/** Blocks of JSON lines; large files are read by a thread. */
import { Worker } from "node:worker_threads";
import { servedFiles, servedPosition } from "../../../base/served-files.ts";
import type { ReadAs } from "../../../base/table.ts";
import { dropKernelAtHand, kernelAtHand } from "../../../kernel/kernel.ts";
import { packedTextAt } from "../../../open/packed-text.ts";
import { isWorthThread, mayReadAhead, roomFor, threadColumnsMax } from "../../may-read-ahead.ts";
import { revive } from "../../thread-failures.ts";
import { type FoundLines, findLines } from "./find-lines.ts";
import type { KnownKeys } from "./known-keys.ts";
import { type AheadLines, LinesAhead } from "./lines-ahead.ts";
import { type JsonLinesInput, jsonLinesBlocks, type LinesBlock } from "./lines-blocks.ts";
import type { ThreadInput, ThreadMessage } from "./thread-messages.ts";

/** A smaller file would be read before a thread has started. */
const threadChunksMin = 2;
/** Size of the first block, which determines the types. */
const headBytes = 512 * 1024;
/** If lines are long, the first block may contain too few, so up to this many are read. */
const headsMax = 4;
/** Two blocks are held (one is read while the other is processed), with the values of both. */
const blockShare = 3 / 4;

type Lines = Pick<LinesBlock, "bytes" | "flat" | "bytesDone"> & { values: null };

/**
 * Yields the blocks of JSON lines. A thread reads large files while the caller works on earlier
 * blocks, unless the file is not a plain one and the kernel can read it here. A block is valid
 * until the next one is requested. Throws what `jsonLinesBlocks` throws, and an `Error` if the
 * thread dies.
 */
export async function* readJsonLines(
  input: JsonLinesInput,
  readAs: ReadAs,
): AsyncGenerator<AheadLines> {
  const { filePath, byteSize, encoding, limits, neverFlat } = input;
  const blockBytes = Math.ceil(limits.chunkBytes * blockShare);
  const isPlain = !neverFlat && mayReadAhead(filePath, encoding);
  if (isPlain && isWorthThread(byteSize, blockBytes)) {
    yield* linesAhead(input, blockBytes, readAs);
    return;
  }
  const isSmall = byteSize < limits.chunkBytes * threadChunksMin;
  // In other encodings, the position where the thread would continue is unknown.
  if (!isSmall && (neverFlat || encoding.name !== "utf-8")) {
    yield* threadBlocks(input);
    return;
  }
  // Equal block sizes for every way of reading keep the figures equal to the last digit.
  const blocks = { ...input, blockBytes, firstBlockBytes: headBytes };
  for await (const here of linesHere(blocks, readAs)) {
    yield here.lines;
    if (isSmall || (await readAs.behind())) continue;
    yield* threadBlocks({ ...input, start: here.next, keys: here.keys.told });
    return;
  }
}

/** Lines with the position and the keys after them. */
type LinesHere = Pick<LinesBlock, "next" | "keys"> & { lines: AheadLines };

/** Reads on this thread, with the kernel as long as the caller can use its results. */
async function* linesHere(input: JsonLinesInput, readAs: ReadAs): AsyncGenerator<LinesHere> {
  const { byteSize, limits, neverFlat } = input;
  const blockBytes = Math.min(input.blockBytes ?? limits.chunkBytes, byteSize);
  const kernel = neverFlat ? null : kernelAtHand(roomFor(blockBytes));
  let isKnown = true;
  const take = (lines: Buffer, keys: KnownKeys): FoundLines | null => {
    // Blocks grown to a line longer than usual are not copied for the kernel.
    const isOffered = isKnown && lines.length <= blockBytes;
    return kernel && isOffered ? findLines(kernel, lines, keys, limits) : null;
  };
  for (const { taken, next, keys, ...block } of jsonLinesBlocks(input, take)) {
    const { bytesDone } = block;
    const lines = taken
      ? { bytesDone, values: { ...taken, chunk: null } }
      : { ...block, values: null };
    yield { lines, next, keys };
    isKnown = (await readAs.behind()) !== null;
  }
}

/**
 * Reads the rest of a wide table on this thread, because another thread would take over little
 * work.
 */
async function* wideLines(input: JsonLinesInput, readAs: ReadAs): AsyncGenerator<AheadLines> {
  try {
    for await (const { lines } of linesHere(input, readAs)) yield lines;
  } finally {
    dropKernelAtHand();
  }
}

/** If the kernel can read lines like the first ones, a thread with a kernel reads them. */
async function* linesAhead(
  input: JsonLinesInput,
  blockBytes: number,
  readAs: ReadAs,
): AsyncGenerator<AheadLines> {
  // Started early, so that it is ready once the first block is measured.
  let heads = 0;
  const ahead = LinesAhead.start({ ...input, blockBytes }, roomFor(blockBytes));
  try {
    let { start = input.encoding.bomBytes, keys = [] } = input;
    const head = { ...input, blockBytes: Math.min(headBytes, blockBytes) };
    for await (const here of ahead ? linesHere(head, readAs) : []) {
      yield here.lines;
      if (here.keys.list.length > threadColumnsMax) {
        await ahead?.end();
        yield* wideLines({ ...input, start: here.next, keys: here.keys.told, blockBytes }, readAs);
        return;
      }
      const isLong = here.next - start > head.blockBytes;
      start = here.next;
      keys = here.keys.told;
      if (ahead && (await readAs.behind())) {
        yield* ahead.blocks(start, keys, readAs);
        return;
      }
      if (isLong || ++heads >= headsMax) break;
    }
    await ahead?.end();
    yield* threadBlocks({ ...input, start, keys });
  } finally {
    await ahead?.end();
  }
}

async function* threadBlocks(input: JsonLinesInput): AsyncGenerator<Lines> {
  const file = new URL("./lines-thread.ts", import.meta.url);
  const packed = packedTextAt(input.filePath);
  const workerData: ThreadInput = { input, served: servedFiles(), packed };
  const thread = new Worker(file, { workerData });
  const arrived: ThreadMessage[] = [];
  let ended: Error | null = null;
  let wake = (): void => {};
  const end = (error: Error): void => {
    ended ??= error;
    wake();
  };
  thread.on("message", (message: ThreadMessage) => {
    arrived.push(message);
    wake();
  });
  thread.on("error", end);
  const gone = new Promise<void>((resolve) => {
    thread.on("exit", (code) => {
      end(new Error(`The reading thread ended with code ${code}.`));
      resolve();
    });
  });
  try {
    for (;;) {
      const message = arrived.shift();
      if (message?.thread === "end") return;
      if (message?.thread === "failed") throw revive(message.failure);
      if (message) {
        const { buffer, length, flat, bytesDone } = message;
        yield { bytes: Buffer.from(buffer, 0, length), flat, bytesDone, values: null };
        thread.postMessage(buffer, [buffer]);
      } else {
        if (ended) throw ended;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    // A killed thread may leave a half-read answer, which would be taken for the next reader's, so
    // a thread of a served file is not killed.
    if (servedPosition(packed?.packed.filePath ?? input.filePath) < 0) await thread.terminate();
    else if (ended === null) {
      thread.postMessage("stop");
      await gone;
    }
  }
}
