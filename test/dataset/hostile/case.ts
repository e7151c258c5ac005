/** A hostile file and its expected result. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { NoSampleCode } from "../../../dataset/base/refusal.ts";

/** The expected result: a sample with its figures, or a reason why there is none. */
export type Outcome =
  | {
      outcome: "generated";
      format: string;
      rows: number;
      columns?: number;
      /** Findings about the file that the profile must include. */
      alerts?: string[];
      /** Columns as `name:type`, all of them. */
      types?: string[];
    }
  | { outcome: "no_sample"; code: NoSampleCode };

export type HostileCase = {
  name: string;
  /** How the file is made, for the printed table. */
  made: string;
  /** The format that the seller states. */
  hint?: string;
  write: (path: string) => void | Promise<void>;
  /** Set if the job must stay below its memory limit by more than usual. */
  peakBytesMax?: number;
  expect: Outcome;
};

export const noSample = (code: NoSampleCode): Outcome => ({ outcome: "no_sample", code });

export const generated = (
  format: string,
  rows: number,
  more: Partial<Extract<Outcome, { outcome: "generated" }>> = {},
): Outcome => ({ outcome: "generated", format, rows, ...more });

type Part = string | Uint8Array;

/** Writes a file part by part, so that large ones need no memory. */
export function writeParts(path: string, parts: Iterable<Part>): void {
  const fd = openSync(path, "w");
  try {
    for (const part of parts) {
      const bytes = typeof part === "string" ? Buffer.from(part) : part;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    }
  } finally {
    closeSync(fd);
  }
}

/** Writes fixed content. */
export const bytes =
  (...parts: Part[]) =>
  (path: string): void =>
    writeParts(path, parts);

/** Repeats `part` this many times, in pieces of about a megabyte. */
export function* repeated(part: string, times: number): Generator<Buffer> {
  const perBlock = Math.max(1, Math.floor(1_000_000 / part.length));
  const block = Buffer.from(part.repeat(perBlock));
  for (let left = times; left > 0; left -= perBlock) {
    yield left >= perBlock ? block : Buffer.from(part.repeat(left));
  }
}

/** Noise, the same in every run. */
export function noise(byteSize: number, seed = 1): Buffer {
  const out = Buffer.allocUnsafe(byteSize);
  let state = seed >>> 0 || 1;
  for (let i = 0; i < byteSize; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    out[i] = state & 255;
  }
  return out;
}
