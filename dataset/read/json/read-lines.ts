/** The blocks of JSON lines, of large files from a thread of their own. */
import { Worker } from "node:worker_threads";
import { servedFiles, servedPosition } from "../../base/served-files.ts";
import { packedTextAt } from "../../open/packed-text.ts";
import { revive } from "../thread-failures.ts";
import { type JsonLinesInput, jsonLinesBlocks, type LinesBlock } from "./lines-blocks.ts";
import type { ThreadInput, ThreadMessage } from "./thread-messages.ts";

/** A smaller file is read before a thread would have started. */
const threadChunksMin = 2;

/**
 * The blocks of JSON lines, read on a thread of their own while the caller works on those before; a
 * small file is read on this one. A block is valid until the next one is asked for. Throws what
 * `jsonLinesBlocks` throws, and an `Error` when the thread dies.
 */
export async function* readJsonLines(input: JsonLinesInput): AsyncGenerator<LinesBlock> {
  if (input.byteSize < input.limits.chunkBytes * threadChunksMin) yield* jsonLinesBlocks(input);
  else yield* threadBlocks(input);
}

async function* threadBlocks(input: JsonLinesInput): AsyncGenerator<LinesBlock> {
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
        yield { bytes: Buffer.from(buffer, 0, length), flat, bytesDone };
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
