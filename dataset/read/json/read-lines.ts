import { Worker } from "node:worker_threads";
import { DatasetRefusal } from "../../base/limits.ts";
import type { NoSampleCode } from "../../base/report.ts";
import { NotUtf8Error } from "../utf8-reader.ts";
import { type JsonLinesInput, jsonLinesBlocks, type LinesBlock } from "./lines-blocks.ts";

/** What the reading thread answers; a block's buffer is handed over and comes back to be reused. */
export type ThreadMessage =
  | {
      thread: "block";
      buffer: ArrayBuffer;
      length: number;
      flat: LinesBlock["flat"];
      bytesDone: number;
    }
  | { thread: "end" }
  | { thread: "failed"; failure: ThreadFailure };

/** Errors lose their class between threads. */
type ThreadFailure =
  | { error: "refusal"; code: NoSampleCode; detail: string; format: string | null }
  | { error: "not_utf8"; bytes: Uint8Array }
  | { error: "other"; detail: string };

/** A smaller file is read before a thread would have started. */
const THREAD_CHUNKS_MIN = 2;

/**
 * The blocks of JSON lines, read on a thread of their own while the caller works on those before; a
 * small file is read on this one. A block is valid until the next one is asked for. Throws what
 * `jsonLinesBlocks` throws, and an `Error` when the thread dies.
 */
export async function* readJsonLines(input: JsonLinesInput): AsyncGenerator<LinesBlock> {
  if (input.byteSize < input.limits.chunkBytes * THREAD_CHUNKS_MIN) yield* jsonLinesBlocks(input);
  else yield* threadBlocks(input);
}

async function* threadBlocks(input: JsonLinesInput): AsyncGenerator<LinesBlock> {
  const file = new URL("./lines-thread.ts", import.meta.url);
  const thread = new Worker(file, { workerData: input });
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
  thread.on("exit", (code) => end(new Error(`The reading thread ended with code ${code}.`)));
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
    await thread.terminate();
  }
}

/** An error as it goes from the reading thread to its owner. */
export function failureOf(error: unknown): ThreadFailure {
  if (error instanceof DatasetRefusal) {
    return { error: "refusal", code: error.code, detail: error.message, format: error.format };
  }
  if (error instanceof NotUtf8Error) return { error: "not_utf8", bytes: error.bytes };
  return { error: "other", detail: String(error) };
}

function revive(failure: ThreadFailure): Error {
  switch (failure.error) {
    case "refusal":
      return new DatasetRefusal(failure.code, failure.detail, failure.format);
    case "not_utf8":
      return new NotUtf8Error(Buffer.from(failure.bytes));
    case "other":
      return new Error(failure.detail);
  }
}
