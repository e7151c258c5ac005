/** Transfers errors from a reading thread to its owner. */
import { DatasetRefusal, type NoSampleCode } from "../base/refusal.ts";
import { NotUtf8Error } from "./utf8-reader.ts";

/** A serialisable error: errors lose their class between threads. */
export type ThreadFailure =
  | { error: "refusal"; code: NoSampleCode; detail: string; format: string | null }
  | { error: "not_utf8"; bytes: Uint8Array }
  | { error: "other"; detail: string };

/** Serialises an error for the thread's owner. */
export function failureOf(error: unknown): ThreadFailure {
  if (error instanceof DatasetRefusal) {
    return { error: "refusal", code: error.code, detail: error.message, format: error.format };
  }
  if (error instanceof NotUtf8Error) return { error: "not_utf8", bytes: error.bytes };
  return { error: "other", detail: String(error) };
}

/** Recreates the thread's error with its class. */
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
