/** Copies nested values of JSON lines in the form that this program prints, mostly byte by byte. */
import { nestedJson } from "../../../base/values.ts";
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  MINUS,
  NINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  POINT,
  QUOTE,
  SPACE,
  TAB,
  ZERO,
} from "../../bytes.ts";
import { EXACT_DIGITS_MAX, endOfDigits, isExponent } from "../numbers.ts";
import { parseJson } from "../parse-json.ts";
import { stringEnd } from "../scan.ts";

const literals: readonly Uint8Array[] = ["true", "false", "null"].map((word) => Buffer.from(word));
/** Escapes that `JSON.stringify` also writes. */
const plainEscapes: ReadonlySet<number> = new Set(Buffer.from('"\\bfnrt'));
/** Smaller fractions are printed with an exponent. */
const leadingZerosMax = 5;

/** Copies values from one block to another; `at` and `written` are the positions in them. */
export class NestedCopier {
  at = 0;
  written = 0;
  readonly #depthMax: number;
  readonly #valueBytesMax: number;
  readonly #closers: Uint8Array;
  #block: Buffer = Buffer.alloc(0);
  #length = 0;
  #out: Buffer = Buffer.alloc(0);

  /** Values nested deeper than `depthMax` are not copied. */
  constructor(depthMax: number, valueBytesMax: number) {
    this.#depthMax = depthMax;
    this.#valueBytesMax = valueBytesMax;
    this.#closers = new Uint8Array(depthMax);
  }

  /**
   * Copies the object or array at `from` without white space. False if there is none, or if it
   * would need more room than in the block; `at` and `written` are undefined then.
   */
  copy(block: Buffer, from: number, length: number, out: Buffer, written: number): boolean {
    this.#block = block;
    this.#length = length;
    this.#out = out;
    this.at = from;
    this.written = written;
    if (this.#copyAsIs()) return true;
    this.at = from;
    this.written = written;
    return this.#reprint();
  }

  /** Parses the value and prints it again. */
  #reprint(): boolean {
    const end = endOfNested(this.#block, this.at, this.#length, this.#depthMax);
    const bytesMax = end - this.at;
    if (end < 0 || bytesMax > this.#valueBytesMax) return false;
    const text = reprinted(this.#block.subarray(this.at, end).toString("utf8"));
    if (text === null || Buffer.byteLength(text) > bytesMax) return false;
    this.written += this.#out.write(text, this.written, "utf8");
    this.at = end;
    return true;
  }

  /** Copies byte by byte if the value is written exactly as `JSON.stringify` would print it. */
  #copyAsIs(): boolean {
    const block = this.#block;
    let depth = 0;
    for (;;) {
      const opener = block[this.at];
      if (opener === OPEN_OBJECT || opener === OPEN_ARRAY) {
        if (depth >= this.#depthMax) return false;
        const closer = opener === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
        this.#closers[depth++] = closer;
        this.#put(opener);
        if (this.#next() === closer) this.#put(this.#closers[--depth] as number);
        else if (opener === OPEN_ARRAY || this.#copyKey()) continue;
        else return false;
      } else if (depth === 0 || !this.#copyScalar()) return false;
      for (;;) {
        if (depth === 0) return true;
        const closer = this.#closers[depth - 1] as number;
        const byte = this.#next();
        if (byte === COMMA) break;
        if (byte !== closer) return false;
        this.#put(closer);
        depth--;
      }
      this.#put(COMMA);
      this.#next();
      if (this.#closers[depth - 1] === CLOSE_OBJECT && !this.#copyKey()) return false;
    }
  }

  /** Moves `at` to the next byte that is not white space and returns it. */
  #next(): number | undefined {
    for (;;) {
      const byte = this.at < this.#length ? this.#block[this.at] : undefined;
      if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) return byte;
      this.at++;
    }
  }

  #put(byte: number): void {
    this.#out[this.written++] = byte;
    this.at++;
  }

  /**
   * Copies a key with its colon. Fails for numeric keys, which JavaScript would move to the front.
   */
  #copyKey(): boolean {
    if (this.#block[this.at] !== QUOTE) return false;
    const from = this.at + 1;
    if (!this.#copyText()) return false;
    if (endOfDigits(this.#block, from) === this.at - 1 && this.at - 1 > from) return false;
    if (this.#next() !== COLON) return false;
    this.#put(COLON);
    this.#next();
    return true;
  }

  #copyScalar(): boolean {
    const byte = this.#block[this.at] as number;
    if (byte === QUOTE) return this.#copyText();
    if (byte === MINUS || (byte >= ZERO && byte <= NINE)) return this.#copyNumber();
    const literal = literals.find((word) => word[0] === byte);
    if (!literal) return false;
    for (const letter of literal) {
      if (this.#block[this.at] !== letter) return false;
      this.#put(letter);
    }
    return true;
  }

  #copyText(): boolean {
    const block = this.#block;
    const length = this.#length;
    const out = this.#out;
    let written = this.written;
    out[written++] = QUOTE;
    for (let i = this.at + 1; i < length; i++) {
      const byte = block[i] as number;
      if (byte < SPACE) return false;
      out[written++] = byte;
      if (byte === QUOTE) {
        this.at = i + 1;
        this.written = written;
        return true;
      }
      if (byte !== BACKSLASH) continue;
      const escaped = block[++i] as number;
      if (!plainEscapes.has(escaped)) return false;
      out[written++] = escaped;
    }
    return false;
  }

  #copyNumber(): boolean {
    const block = this.#block;
    const isNegative = block[this.at] === MINUS;
    const wholeFrom = isNegative ? this.at + 1 : this.at;
    let end = endOfDigits(block, wholeFrom);
    const whole = end - wholeFrom;
    const isZero = block[wholeFrom] === ZERO;
    if (whole === 0 || (isZero && whole > 1)) return false;
    if (block[end] === POINT) {
      const fraction = end + 1;
      end = endOfDigits(block, fraction);
      if (!this.#isPlainFraction(fraction, end, isZero)) return false;
    } else if (isZero && isNegative) return false;
    if (end - wholeFrom > EXACT_DIGITS_MAX || isExponent(block[end])) return false;
    while (this.at < end) this.#put(block[this.at] as number);
    return true;
  }

  /** Whether a fraction is printed as written: it has digits, no trailing 0, and is not tiny. */
  #isPlainFraction(from: number, end: number, isZero: boolean): boolean {
    if (end === from || this.#block[end - 1] === ZERO) return false;
    if (!isZero) return true;
    let zeros = 0;
    while (this.#block[from + zeros] === ZERO) zeros++;
    return zeros <= leadingZerosMax;
  }
}

/** The JSON of a nested value as this program prints it; null if it is not valid. */
export function reprinted(text: string): string | null {
  try {
    return nestedJson(parseJson(text));
  } catch {
    return null;
  }
}

/**
 * Index after the object or array at `from`, judged only by brackets; -1 if it does not end, or is
 * nested deeper than `depthMax`.
 */
function endOfNested(block: Uint8Array, from: number, length: number, depthMax: number): number {
  let depth = 0;
  for (let i = from; i < length; i++) {
    const byte = block[i];
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > depthMax) return -1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (--depth === 0) return i + 1;
    } else if (byte === QUOTE) {
      const end = stringEnd(block, i, length);
      if (end < 0) return -1;
      i = end - 1;
    }
  }
  return -1;
}
