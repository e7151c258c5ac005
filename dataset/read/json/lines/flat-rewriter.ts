/**
 * Rewrites JSON lines that have the same keys in the same order, like most exports of tables, as
 * delimited text. Polars parses that many times faster than JavaScript parses JSON; nested values
 * stay JSON. Anything unusual is left to `JSON.parse`.
 */
import type { DatasetLimits } from "../../../base/limits.ts";
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  LINE_FEED,
  MINUS,
  NINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
  TAB,
  ZERO,
} from "../../bytes.ts";
import { ARRAY, BOOLEAN, OBJECT, TEXT } from "../kinds.ts";
import { endOfNumber, kindOfNumber } from "../numbers.ts";
import {
  FLAT_DELIMITER,
  FLAT_LINE_END,
  FLAT_NULL,
  type FlatFacts,
  isOneKind,
  isSafe,
  redoneShareMax,
} from "./flat-block.ts";
import { type KnownKey, KnownKeys, parsedJson } from "./known-keys.ts";
import { NestedCopier } from "./nested-copier.ts";

const literals: readonly { bytes: Uint8Array; kind: number }[] = [
  { bytes: Buffer.from("true"), kind: BOOLEAN },
  { bytes: Buffer.from("false"), kind: BOOLEAN },
  { bytes: Buffer.from("null"), kind: 0 },
];
/**
 * Spare room, because a rewritten line may be longer than the original: also a completely full
 * block is rewritten.
 */
const spareBytes = 64 * 1024;

type LineLimits = Pick<DatasetLimits, "rowBytesMax" | "jsonDepthMax">;

/** Rewrites blocks of lines. Learns the keys of a file from lines that it cannot rewrite. */
export class FlatRewriter {
  readonly #keys: KnownKeys;
  #block: Buffer = Buffer.alloc(0);
  #length = 0;
  #at = 0;
  #out: Buffer;
  #written = 0;
  #lines = 0;
  #lineStart = 0;
  readonly #rowBytesMax: number;
  readonly #nested: NestedCopier;

  /** `bytesMax` is the length of the longest block. */
  constructor(bytesMax: number, limits: LineLimits, keys = new KnownKeys()) {
    const { rowBytesMax, jsonDepthMax } = limits;
    this.#keys = keys;
    this.#rowBytesMax = rowBytesMax;
    this.#nested = new NestedCopier(jsonDepthMax - 1, rowBytesMax);
    this.#out = Buffer.allocUnsafe(bytesMax + spareBytes);
  }

  /**
   * Rewrites whole lines of valid UTF-8. Null if a line is not an object of known keys in their
   * order with values of one kind each, or not JSON. The bytes are valid until the next call.
   */
  rewrite(block: Buffer): { bytes: Buffer; facts: FlatFacts } | null {
    this.#block = block;
    this.#length = block.length;
    for (let redone = 0; redone <= block.length * redoneShareMax; redone += this.#at) {
      if (!this.#keys.usable) return null;
      const rows = this.#rewriteLines();
      if (rows !== null) return this.#result(rows);
      if (!this.#learn(this.#lineStart)) return null;
    }
    return null;
  }

  /** Returns the number of rows; null at a line that cannot be rewritten. */
  #rewriteLines(): number | null {
    this.#at = 0;
    this.#written = 0;
    this.#lines = 0;
    this.#keys.restart();
    let rows = 0;
    while (this.#skipBlank()) {
      this.#lineStart = this.#at;
      if (!this.#hasRoom() || !this.#rewriteLine()) return null;
      if (this.#at - this.#lineStart > this.#rowBytesMax) return null;
      rows++;
    }
    return rows;
  }

  #result(rows: number): { bytes: Buffer; facts: FlatFacts } | null {
    const columns = this.#keys.columns();
    if (rows === 0 || columns.some(({ kinds }) => !isOneKind(kinds))) return null;
    const facts = { columns, rows, lines: this.#lines };
    return { bytes: this.#out.subarray(0, this.#written), facts };
  }

  /** A value takes at most the room that it has in the block, a missing one two bytes. */
  #hasRoom(): boolean {
    // In a table of one column, lines could be empty, and Polars skips empty lines.
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
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return this.#rewriteNested(key);
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

  /** Rewrites a string with escapes. */
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
    const start = this.#at;
    const end = endOfNumber(block, start);
    const kind = end < 0 ? null : kindOfNumber(block, start, end);
    if (kind === null) return false;
    for (let at = start; at < end; at++) this.#out[this.#written++] = block[at] as number;
    this.#at = end;
    key.kinds |= kind;
    key.values++;
    return true;
  }

  #rewriteNested(key: KnownKey): boolean {
    const kind = this.#block[this.#at] === OPEN_OBJECT ? OBJECT : ARRAY;
    const nested = this.#nested;
    if (!nested.copy(this.#block, this.#at, this.#length, this.#out, this.#written)) return false;
    this.#at = nested.at;
    this.#written = nested.written;
    key.kinds |= kind;
    key.values++;
    return true;
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

  /** Learns the keys of the line at `start`; true if some are new. */
  #learn(start: number): boolean {
    return this.#keys.learnAt(this.#block, start, this.#rowBytesMax);
  }
}
