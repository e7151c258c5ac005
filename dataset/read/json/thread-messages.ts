/** What the thread that reads JSON lines and its owner say to each other. */
import { DatasetRefusal, type NoSampleCode } from "../../base/refusal.ts";
import type { ServedFile } from "../../base/served-files.ts";
import type { PackedText } from "../../open/packed-text.ts";
import { NotUtf8Error } from "../utf8-reader.ts";
import type { JsonLinesInput, LinesBlock } from "./lines-blocks.ts";

/**
 * What the thread starts with; `served` are the files that are asked of the parent process, `packed` is
 * what the file is unpacked from while it is read.
 */
export type ThreadInput = {
  input: JsonLinesInput;
  served: readonly ServedFile[];
  packed: PackedText | null;
};

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

/** An error as it goes from the reading thread to its owner. */
export function failureOf(error: unknown): ThreadFailure {
  if (error instanceof DatasetRefusal) {
    return { error: "refusal", code: error.code, detail: error.message, format: error.format };
  }
  if (error instanceof NotUtf8Error) return { error: "not_utf8", bytes: error.bytes };
  return { error: "other", detail: String(error) };
}

/** The error that the thread met, in its class again. */
export function revive(failure: ThreadFailure): Error {
  switch (failure.error) {
    case "refusal":
      return new DatasetRefusal(failure.code, failure.detail, failure.format);
    case "not_utf8":
      return new NotUtf8Error(Buffer.from(failure.bytes));
    case "other":
      return new Error(failure.detail);
  }
}
