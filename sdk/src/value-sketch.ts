/**
 * A sketch of values: a sample of their hashes, for `POST /matches`. It needs no package and runs in Node,
 * Bun, Deno and browsers.
 *
 * Format 1, in base64url without padding:
 *
 * | bytes | content |
 * |---|---|
 * | 1 | 1, the format's version |
 * | 6 | the smallest hash that was left out; 0 if there is none |
 * | 6 each | the at most 1,000 smallest different hashes, ascending |
 *
 * Numbers are big-endian. A hash is the first 48 bits, as a number, of HalfSipHash-2-4-64 under the key
 * `6461746173657473` (ASCII `datasets`) of the value's UTF-16LE bytes after `normalizeValue`.
 */
import { HalfSipHash } from "./half-siphash.ts";
import { normalizeValue, VALUE_CHARS_MAX } from "./normalize-value.ts";

/** Hashes have 48 bits: all are below this. */
export const HASH_LIMIT = 2 ** 48;
/** The most hashes of a sketch. */
export const SKETCH_HASHES_MAX = 1000;

const version = 1;
const hashBytes = 6;
const headBytes = 1 + hashBytes;
/** The length of the longest sketch as text. */
export const SKETCH_CHARS_MAX = Math.ceil(((headBytes + SKETCH_HASHES_MAX * hashBytes) * 4) / 3);

const hasher = new HalfSipHash("6461746173657473");
const gatheredMax = 4 * SKETCH_HASHES_MAX;

/** The hash of a value that `normalizeValue` returned. */
export function hashValue(normalized: string): number {
  return hasher.hash48(normalized);
}

export type Sketch = {
  /** All hashes of the values below `below`, ascending, at most `SKETCH_HASHES_MAX`. */
  hashes: number[];
  below: number;
};

/** The share of the different values that the sketch contains: a uniform sample. */
export function sketchedShare({ below }: Sketch): number {
  return below / HASH_LIMIT;
}

/** The number of different values: exact for up to `SKETCH_HASHES_MAX`, otherwise within some 6 % (95 %). */
export function countDistinct(sketch: Sketch): number {
  return Math.round(sketch.hashes.length / sketchedShare(sketch));
}

/** Collects values of any number in constant memory. */
export class ValueSketch {
  #hashes = new Set<number>();
  #below = HASH_LIMIT;

  /** Blank values are ignored, as are repetitions. */
  add(value: string | number): void {
    const normalized = normalizeValue(firstChars(String(value)));
    if (normalized === null) return;
    const hash = hashValue(normalized);
    if (hash >= this.#below) return;
    this.#hashes.add(hash);
    if (this.#hashes.size > gatheredMax) this.#cut();
  }

  get sketch(): Sketch {
    this.#cut();
    return { hashes: [...this.#hashes], below: this.#below };
  }

  /** The text for `POST /matches`. */
  toString(): string {
    return encodeSketch(this.sketch);
  }

  #cut(): void {
    const sorted = [...new Float64Array(this.#hashes).sort()];
    this.#below = sorted[SKETCH_HASHES_MAX] ?? this.#below;
    this.#hashes = new Set(sorted.slice(0, SKETCH_HASHES_MAX));
  }
}

/** The sketch of the values, for `POST /matches`. */
export function sketchValues(values: Iterable<string | number>): string {
  const collected = new ValueSketch();
  for (const value of values) collected.add(value);
  return collected.toString();
}

function firstChars(text: string): string {
  if (text.length <= VALUE_CHARS_MAX) return text;
  return [...text.slice(0, 2 * VALUE_CHARS_MAX)].slice(0, VALUE_CHARS_MAX).join("");
}

function encodeSketch({ hashes, below }: Sketch): string {
  const numbers = [below === HASH_LIMIT ? 0 : below, ...hashes];
  const bytes = new Uint8Array(1 + numbers.length * hashBytes);
  bytes[0] = version;
  for (const [at, number] of numbers.entries()) {
    for (let byte = 0; byte < hashBytes; byte++) {
      bytes[1 + at * hashBytes + byte] = (number / 2 ** (8 * (hashBytes - 1 - byte))) % 256;
    }
  }
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Null if the text is no sketch of this version. */
export function decodeSketch(text: string): Sketch | null {
  if (text.length > SKETCH_CHARS_MAX || !/^[\w-]+$/.test(text)) return null;
  const bytes = bytesOf(text);
  if (bytes === null || bytes[0] !== version || (bytes.length - 1) % hashBytes !== 0) return null;
  const [first, ...hashes] = Array.from({ length: (bytes.length - 1) / hashBytes }, (_, at) =>
    bytes
      .subarray(1 + at * hashBytes, 1 + (at + 1) * hashBytes)
      .reduce((number, byte) => number * 256 + byte, 0),
  );
  const below = first === 0 ? HASH_LIMIT : first;
  if (below === undefined || hashes.length === 0 || hashes.length > SKETCH_HASHES_MAX) return null;
  const isSample = below < HASH_LIMIT;
  if (isSample && hashes.length !== SKETCH_HASHES_MAX) return null;
  const isAscending = hashes.every((hash, at) => hash < (hashes[at + 1] ?? below));
  return isAscending ? { hashes, below } : null;
}

function bytesOf(text: string): Uint8Array | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
