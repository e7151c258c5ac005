/** Reads the texts of cells: 64-bit words with an address and a length, zero if missing. */
import type { Kernel } from "./kernel.ts";

/** The texts of some rows of a column, cut to `charsMax` characters; null if missing. */
export function textsOf(
  kernel: Kernel,
  cells: number,
  rows: ArrayLike<number>,
  charsMax = Number.POSITIVE_INFINITY,
): (string | null)[] {
  const bytes = kernel.bytes();
  const words = new Uint32Array(bytes.buffer, cells);
  const texts = new Array<string | null>(rows.length);
  for (let i = 0; i < texts.length; i++) {
    const at = (rows[i] as number) * 2;
    const start = words[at] as number;
    const length = words[at + 1] as number;
    texts[i] = start === 0 ? null : headAt(bytes, start, length, charsMax);
  }
  return texts;
}

/** Most bytes per UTF-8 character. */
const charBytesMax = 4;

/** A text cut to whole characters, never between the halves of a surrogate pair. */
function headAt(bytes: Buffer, start: number, length: number, charsMax: number): string {
  if (length <= charsMax) return bytes.toString("utf8", start, start + length);
  const text = bytes.toString("utf8", start, start + Math.min(length, charsMax * charBytesMax));
  return text.length <= charsMax ? text : Array.from(text).slice(0, charsMax).join("");
}

/**
 * Number of characters as Polars counts them: code points, each with one byte that is not a
 * continuation byte.
 */
export function charsOf(bytes: Uint8Array, start: number, length: number): number {
  let chars = length;
  const end = start + length;
  for (let at = start; at < end; at++) if (((bytes[at] as number) & 0xc0) === 0x80) chars--;
  return chars;
}

/** Index of a number among ascending ones; -1 if it is absent. */
export function indexOf(numbers: Uint32Array, wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === wanted ? low : -1;
}
