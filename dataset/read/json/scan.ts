/**
 * Finds where JSON values end and how deeply they nest, byte by byte, before anything parses them.
 */
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  LINE_FEED,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  RECORD_SEPARATOR,
  SPACE,
} from "../bytes.ts";

/** Index after the string at `at` (its opening quote), or -1 if it is truncated. */
export function stringEnd(block: Uint8Array, at: number, length: number): number {
  for (let i = at + 1; i < length; i++) {
    const byte = block[i];
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH) i++;
  }
  return -1;
}

export type ElementScan = {
  /** Index after the last comma that follows a complete element. */
  end: number;
  /** Index of the bracket that closes the array, or -1. */
  closedAt: number;
  /** Length of the longest element in bytes. */
  longestBytes: number;
};

/**
 * Finds the elements of an array in `block[0, length)`, which begins inside `outerDepth` brackets.
 */
export function scanElements(
  block: Uint8Array,
  length: number,
  limits: DatasetLimits,
  outerDepth: number,
): ElementScan {
  const depthMax = limits.jsonDepthMax - outerDepth;
  const scan: ElementScan = { end: 0, closedAt: -1, longestBytes: 0 };
  let depth = 0;
  for (let i = 0; i < length; i++) {
    const byte = block[i];
    if (byte === QUOTE) {
      const end = stringEnd(block, i, length);
      if (end < 0) return scan;
      i = end - 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > depthMax) throw tooDeep(limits);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 0) {
        scan.longestBytes = Math.max(scan.longestBytes, i - scan.end);
        scan.closedAt = i;
        return scan;
      }
      depth--;
    } else if (byte === COMMA && depth === 0) {
      scan.longestBytes = Math.max(scan.longestBytes, i - scan.end);
      scan.end = i + 1;
    }
  }
  return scan;
}

/**
 * Converts the members of an object, `"key": value, …`, to pairs, `["key", value], …`, so that
 * repeated and numeric keys keep their places. Invalid members do not become pairs.
 */
export function membersAsPairs(members: Buffer): Buffer {
  // The shortest member has four bytes, and a pair two more.
  const pairs = Buffer.allocUnsafe(members.length + Math.ceil(members.length / 2) + 2);
  let written = 0;
  let depth = 0;
  let open = false;
  for (let i = 0; i < members.length; i++) {
    const byte = members[i] as number;
    if (!open && byte > SPACE) {
      pairs[written++] = OPEN_ARRAY;
      open = true;
    }
    if (byte === QUOTE) {
      const end = stringEnd(members, i, members.length);
      const next = end < 0 ? members.length : end;
      written += members.copy(pairs, written, i, next);
      i = next - 1;
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--;
    if (depth === 0 && byte === COMMA) {
      pairs[written++] = CLOSE_ARRAY;
      open = false;
    }
    pairs[written++] = depth === 0 && byte === COLON ? COMMA : byte;
  }
  if (open) pairs[written++] = CLOSE_ARRAY;
  return pairs.subarray(0, written);
}

export type SequenceCut = {
  /** The whole values, with commas between them. */
  list: Buffer;
  /** Index after the last whole value. */
  next: number;
  /** Length of the longest value in bytes. */
  longestBytes: number;
};

/**
 * Finds the whole values of a sequence in a block, separated by line feeds, record separators (RFC
 * 7464) or nothing. Throws `DatasetRefusal` for a truncated one.
 */
export function cutSequence(block: Buffer, ended: boolean, limits: DatasetLimits): SequenceCut {
  const list = Buffer.allocUnsafe(block.length * 2 + 1);
  const cut = { list, next: 0, longestBytes: 0 };
  let written = 0;
  let depth = 0;
  let start = -1;
  const endValue = (end: number): void => {
    if (written > 0) list[written++] = COMMA;
    written += block.copy(list, written, start, end);
    cut.longestBytes = Math.max(cut.longestBytes, end - start);
    cut.next = end;
    start = -1;
  };
  for (let i = 0; i < block.length; i++) {
    const byte = block[i] as number;
    if (depth > 0 && byte === RECORD_SEPARATOR) throw cutOff();
    const blank = byte <= SPACE;
    const opens = byte === OPEN_OBJECT || byte === OPEN_ARRAY;
    if (depth === 0 && start >= 0 && (blank || opens || byte === QUOTE)) endValue(i);
    if (blank) continue;
    if (start < 0) start = i;
    if (opens && ++depth > limits.jsonDepthMax) throw tooDeep(limits);
    if (byte === QUOTE) {
      const end = stringEnd(block, i, block.length);
      if (end < 0) break;
      i = end - 1;
      if (depth === 0) endValue(end);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (--depth === 0) endValue(i + 1);
    }
  }
  if (ended && start >= 0) {
    if (depth > 0 || block[start] === QUOTE) throw cutOff();
    endValue(block.length);
  }
  if (start < 0) cut.next = block.length;
  cut.list = list.subarray(0, written);
  return cut;
}

function cutOff(): DatasetRefusal {
  return new DatasetRefusal("malformed_file", "A value of the JSON sequence is truncated.", "json");
}

/** Checks the nesting of each line in `block[0, length)`; strings never contain a line end. */
export function checkLineDepth(block: Uint8Array, length: number, limits: DatasetLimits): void {
  let depth = 0;
  for (let i = 0; i < length; i++) {
    const byte = block[i];
    if (byte === LINE_FEED) {
      depth = 0;
    } else if (byte === QUOTE) {
      const end = stringEnd(block, i, length);
      if (end < 0) return;
      i = end - 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > limits.jsonDepthMax) throw tooDeep(limits);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth--;
    }
  }
}

export function tooDeep(limits: DatasetLimits): DatasetRefusal {
  return limitRefusal(limits, "jsonDepthMax", null, "json");
}
