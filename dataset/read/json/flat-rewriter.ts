/**
 * Byte-level reading of JSON lines whose values are all scalars, such as most exports of tables.
 * They are rewritten as delimited text, which Polars parses many times faster than JavaScript does
 * JSON. Whatever this does not vouch for, it leaves to `JSON.parse`.
 */
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  LINE_FEED,
  LOWER_E,
  MINUS,
  NINE,
  OPEN_OBJECT,
  PLUS,
  POINT,
  QUOTE,
  SPACE,
  TAB,
  UPPER_E,
  ZERO,
} from "../bytes.ts";
import {
  FLAT_DELIMITER,
  FLAT_LINE_END,
  FLAT_NULL,
  type FlatFacts,
  isOneKind,
  isSafe,
} from "./flat-block.ts";
import { BOOLEAN, FRACTION, INTEGER, TEXT } from "./kinds.ts";
import { type KnownKey, KnownKeys, parsedJson } from "./known-keys.ts";

const literals: readonly { bytes: Uint8Array; kind: number }[] = [
  { bytes: Buffer.from("true"), kind: BOOLEAN },
  { bytes: Buffer.from("false"), kind: BOOLEAN },
  { bytes: Buffer.from("null"), kind: 0 },
];
/** Integers of so many digits are exact as numbers. */
const exactDigitsMax = 15;
/** Rewrites blocks of lines. It learns the keys of a file from the lines that it cannot rewrite. */
export class FlatRewriter {
  readonly #keys = new KnownKeys();
  #block: Buffer = Buffer.alloc(0);
  #length = 0;
  #at = 0;
  #out: Buffer;
  #written = 0;
  #lines = 0;
  readonly #rowBytesMax: number;

  /** `bytesMax` is the length of the longest block, `rowBytesMax` that of the longest line. */
  constructor(bytesMax: number, rowBytesMax: number) {
    this.#rowBytesMax = rowBytesMax;
    this.#out = Buffer.allocUnsafe(bytesMax);
  }

  /**
   * Rewrites whole lines of valid UTF-8; null if one is not a flat object of known keys in their
   * order, or not JSON at all. The bytes are valid until the next call.
   */
  rewrite(block: Buffer): { bytes: Buffer; facts: FlatFacts } | null {
    if (!this.#keys.usable) return null;
    this.#block = block;
    this.#length = block.length;
    this.#at = 0;
    this.#written = 0;
    this.#lines = 0;
    this.#keys.restart();
    let rows = 0;
    while (this.#skipBlank()) {
      const start = this.#at;
      if (!this.#hasRoom() || !this.#rewriteLine() || this.#at - start > this.#rowBytesMax) {
        this.#learn(start);
        return null;
      }
      rows++;
    }
    const columns = this.#keys.columns();
    if (rows === 0 || columns.some(({ kinds }) => !isOneKind(kinds))) return null;
    const facts = { columns, rows, lines: this.#lines };
    return { bytes: this.#out.subarray(0, this.#written), facts };
  }

  /** A value takes no more room than in the block, a missing one two bytes. */
  #hasRoom(): boolean {
    // A table of one column could have lines that are empty, which Polars skips.
    if (this.#keys.list.length < 2) return false;
    const needed = this.#length - this.#at + 2 * this.#keys.list.length;
    return this.#written + needed <= this.#out.length;
  }

  #rewriteLine(): boolean {
    const block = this.#block;
    const keys = this.#keys.list;
    if (block[this.#at] !== OPEN_OBJECT) return false;
    this.#at++;
    this.#skipSpace();
    let next = 0;
    if (block[this.#at] === CLOSE_OBJECT) this.#at++;
    else {
      for (;;) {
        for (; next < keys.length && !this.#isAtKey(keys[next] as KnownKey); next++)
          this.#putNull();
        const key = keys[next++];
        if (!key) return false;
        this.#at += key.quoted.length;
        this.#skipSpace();
        if (block[this.#at++] !== COLON) return false;
        this.#skipSpace();
        if (!this.#rewriteValue(key)) return false;
        this.#out[this.#written++] = FLAT_DELIMITER;
        this.#skipSpace();
        const byte = block[this.#at++];
        if (byte === CLOSE_OBJECT) break;
        if (byte !== COMMA) return false;
        this.#skipSpace();
      }
    }
    for (; next < keys.length; next++) this.#putNull();
    this.#out[this.#written - 1] = FLAT_LINE_END;
    this.#skipSpace();
    this.#lines++;
    return this.#at >= this.#length || block[this.#at++] === LINE_FEED;
  }

  #isAtKey({ quoted }: KnownKey): boolean {
    const block = this.#block;
    const at = this.#at;
    for (let i = 0; i < quoted.length; i++) {
      if (block[at + i] !== quoted[i]) return false;
    }
    return true;
  }

  #putNull(): void {
    this.#out[this.#written++] = FLAT_NULL;
    this.#out[this.#written++] = FLAT_DELIMITER;
  }

  #rewriteValue(key: KnownKey): boolean {
    const byte = this.#block[this.#at] as number;
    if (byte === QUOTE) return this.#rewriteText(key);
    if (byte === MINUS || (byte >= ZERO && byte <= NINE)) return this.#rewriteNumber(key);
    return this.#rewriteLiteral(key);
  }

  #rewriteText(key: KnownKey): boolean {
    const block = this.#block;
    const length = this.#length;
    const out = this.#out;
    let written = this.#written;
    for (let i = this.#at + 1; i < length; i++) {
      const byte = block[i] as number;
      if (byte === QUOTE) {
        this.#at = i + 1;
        this.#written = written;
        key.kinds |= TEXT;
        key.values++;
        return true;
      }
      if (byte < SPACE) return false;
      if (byte === BACKSLASH) return this.#rewriteEscaped(key);
      out[written++] = byte;
    }
    return false;
  }

  /** A string with escapes. */
  #rewriteEscaped(key: KnownKey): boolean {
    const block = this.#block;
    const length = this.#length;
    let end = this.#at + 1;
    while (end < length && block[end] !== QUOTE) end += block[end] === BACKSLASH ? 2 : 1;
    if (end >= length) return false;
    const text = parsedJson(this.#slice(this.#at, end + 1).toString("utf8"));
    if (typeof text !== "string" || !isSafe(text)) return false;
    this.#written += this.#out.write(text, this.#written, "utf8");
    this.#at = end + 1;
    key.kinds |= TEXT;
    key.values++;
    return true;
  }

  #rewriteNumber(key: KnownKey): boolean {
    const block = this.#block;
    const out = this.#out;
    const start = this.#at;
    const digitsFrom = block[start] === MINUS ? start + 1 : start;
    let i = this.#skipDigits(digitsFrom);
    const digits = i - digitsFrom;
    if (digits === 0 || (digits > 1 && block[digitsFrom] === ZERO)) return false;
    const isPlain = block[i] !== POINT && !isExponent(block[i]);
    // Integers that a number may not hold need exactness.
    if (isPlain && digits > exactDigitsMax) return false;
    if (block[i] === POINT) {
      const from = i + 1;
      i = this.#skipDigits(from);
      if (i === from) return false;
    }
    if (isExponent(block[i])) {
      const from = block[i + 1] === MINUS || block[i + 1] === PLUS ? i + 2 : i + 1;
      i = this.#skipDigits(from);
      if (i === from) return false;
    }
    for (let from = start; from < i; from++) out[this.#written++] = block[from] as number;
    this.#at = i;
    const isInteger = isPlain || Number.isInteger(Number(this.#slice(start, i).toString("latin1")));
    key.kinds |= isInteger ? INTEGER : FRACTION;
    key.values++;
    return true;
  }

  #skipDigits(from: number): number {
    const block = this.#block;
    let i = from;
    for (let byte = block[i] as number; byte >= ZERO && byte <= NINE; byte = block[i] as number)
      i++;
    return i;
  }

  #rewriteLiteral(key: KnownKey): boolean {
    const literal = literals.find(({ bytes }) => bytes[0] === this.#block[this.#at]);
    if (!literal) return false;
    const { bytes, kind } = literal;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      if (this.#block[this.#at + i] !== byte) return false;
      if (kind !== 0) this.#out[this.#written++] = byte;
    }
    this.#at += bytes.length;
    if (kind === 0) this.#out[this.#written++] = FLAT_NULL;
    else key.values++;
    key.kinds |= kind;
    return true;
  }

  /** Skips blank lines; false at the end of the block. */
  #skipBlank(): boolean {
    for (;;) {
      this.#skipSpace();
      if (this.#at >= this.#length) return false;
      if (this.#block[this.#at] !== LINE_FEED) return true;
      this.#lines++;
      this.#at++;
    }
  }

  #skipSpace(): void {
    for (;;) {
      const byte = this.#block[this.#at];
      if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) return;
      this.#at++;
    }
  }

  #slice(from: number, to: number): Buffer {
    return this.#block.subarray(from, to);
  }

  /** Takes the keys of the line that begins at `start`. */
  #learn(start: number): void {
    const lineFeed = this.#block.indexOf(LINE_FEED, start);
    const end = lineFeed < 0 ? this.#length : lineFeed;
    this.#keys.learn(this.#slice(start, end).toString("utf8"));
  }
}

function isExponent(byte: number | undefined): boolean {
  return byte === LOWER_E || byte === UPPER_E;
}
