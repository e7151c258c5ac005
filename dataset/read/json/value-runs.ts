/** Reads JSON objects that follow one another: over several lines each, or in RFC 7464 sequences. */
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { RECORD_SEPARATOR } from "../../open/detect.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { fill, requireUtf8, Utf8Reader } from "../utf8-reader.ts";
import { holdsBigIntegers, parseJson } from "./parse.ts";
import { scanValues } from "./scan.ts";

export type ValueRunsInput = {
  filePath: string;
  byteSize: number;
  encoding: TextEncoding;
  limits: DatasetLimits;
  format: string;
  /** Bytes of text that are parsed at a time. */
  partBytes: number;
};

/** Only white space, commas and the separator of sequences may stand between values. */
function standsBetween(text: string): boolean {
  return /^[\s,]*$/.test(text.replaceAll(RECORD_SEPARATOR, ""));
}

/** Runs of whole values, each with the bytes of the file that were read so far. */
export function* valueRuns(
  input: ValueRunsInput,
): Generator<{ records: unknown[]; bytesDone: number }> {
  const { filePath, byteSize, encoding, limits, format, partBytes } = input;
  const reader = new Utf8Reader(filePath, encoding);
  let block: Buffer = Buffer.allocUnsafe(Math.min(partBytes, byteSize * 2 + 1024));
  let length = 0;
  try {
    for (;;) {
      const filled = fill(reader, block, length);
      length = filled.length;
      const { values, rest } = scanValues(block, length, limits);
      if (length - rest > limits.rowBytesMax)
        throw limitRefusal(limits, "rowBytesMax", null, format);
      requireUtf8(encoding, block.subarray(0, rest));
      if (values.length > 0) {
        yield { records: parseValues(block, values, input), bytesDone: reader.bytesDone };
      } else if (length === block.length) {
        block = Buffer.concat([block], block.length * 2);
      }
      block.copyWithin(0, rest, length);
      length -= rest;
      if (!filled.ended) continue;
      if (standsBetween(block.subarray(0, length).toString("utf8"))) return;
      throw new DatasetRefusal("malformed_file", "The last JSON value is cut off.", format);
    }
  } finally {
    reader.close();
  }
}

function parseValues(
  block: Buffer,
  values: readonly [start: number, end: number][],
  { limits, format }: ValueRunsInput,
): unknown[] {
  let before = 0;
  return values.map(([start, end]) => {
    if (end - start > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", null, format);
    const isApart = standsBetween(block.toString("utf8", before, start));
    before = end;
    const text = block.toString("utf8", start, end);
    try {
      if (isApart) return parseJson(text, holdsBigIntegers(text));
    } catch {
      // The same refusal as for what stands between values.
    }
    throw new DatasetRefusal("malformed_file", "The JSON values are not valid.", format);
  });
}
