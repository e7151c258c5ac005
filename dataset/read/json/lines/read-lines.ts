/** The blocks of JSON lines, of large files from a thread of their own. */
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

/** A smaller file is read before a thread would have started. */
const threadChunksMin = 2;
/** The types are told by a first block. */
const headBytes = 512 * 1024;
/** Of long lines a first block may hold too few. */
const headsMax = 4;
/** A block and the one that is read meanwhile are held, with the values of both. */
const blockShare = 3 / 4;

type Lines = Pick<LinesBlock, "bytes" | "flat" | "bytesDone"> & { values: null };

/**
 * The blocks of JSON lines. Those of large files come from a thread of their own while the caller works on those
 * before, but for what is no plain file and can be read by the kernel here. A block is valid until the next one is asked for. Throws what
 * `jsonLinesBlocks` throws, and an `Error` when the thread dies.
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
  // Of another encoding it is not known where in the file the thread would have to go on.
  if (!isSmall && (neverFlat || encoding.name !== "utf-8")) {
    yield* threadBlocks(input);
    return;
  }
  // Blocks are the same wherever a file is read, and so are its figures to the last digit.
  const blocks = { ...input, blockBytes, firstBlockBytes: headBytes };
  for await (const here of linesHere(blocks, readAs)) {
    yield here.lines;
    if (isSmall || (await readAs.behind())) continue;
    yield* threadBlocks({ ...input, start: here.next, keys: here.keys.told });
    return;
  }
}

/** Lines with what is behind them and known then. */
type LinesHere = Pick<LinesBlock, "next" | "keys"> & { lines: AheadLines };

/** Read on this thread, by the kernel as long as its caller can take what it finds. */
async function* linesHere(input: JsonLinesInput, readAs: ReadAs): AsyncGenerator<LinesHere> {
  const { byteSize, limits, neverFlat } = input;
  const blockBytes = Math.min(input.blockBytes ?? limits.chunkBytes, byteSize);
  const kernel = neverFlat ? null : kernelAtHand(roomFor(blockBytes));
  let isKnown = true;
  const take = (lines: Buffer, keys: KnownKeys): FoundLines | null => {
    // Of lines longer than a block no more copies are made.
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

/** The rest of a table of which a thread would take over little. */
async function* wideLines(input: JsonLinesInput, readAs: ReadAs): AsyncGenerator<AheadLines> {
  try {
    for await (const { lines } of linesHere(input, readAs)) yield lines;
  } finally {
    dropKernelAtHand();
  }
}

/** Where the kernel can tell the values of lines like the first ones, they come from its thread. */
async function* linesAhead(
  input: JsonLinesInput,
  blockBytes: number,
  readAs: ReadAs,
): AsyncGenerator<AheadLines> {
  // It starts while the first block is measured.
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
    // An answer that a killed thread left half read would be taken for that of the next reader.
    if (servedPosition(packed?.packed.filePath ?? input.filePath) < 0) await thread.terminate();
    else if (ended === null) {
      thread.postMessage("stop");
      await gone;
    }
  }
}
