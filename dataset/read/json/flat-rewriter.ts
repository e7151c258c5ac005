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
} from "./bytes.ts";
import {
  FLAT_BOOLEAN,
  FLAT_DELIMITER,
  FLAT_FRACTION,
  FLAT_INTEGER,
  FLAT_LINE_END,
  FLAT_NULL,
  FLAT_TEXT,
  type FlatColumn,
  type FlatFacts,
  isOneKind,
  isSafe,
} from "./flat-block.ts";

type KnownKey = FlatColumn & { quoted: Uint8Array };

const LITERALS: readonly { bytes: Uint8Array; kind: number }[] = [
  { bytes: Buffer.from("true"), kind: FLAT_BOOLEAN },
  { bytes: Buffer.from("false"), kind: FLAT_BOOLEAN },
  { bytes: Buffer.from("null"), kind: 0 },
];
/** Integers of so many digits are exact as numbers. */
const EXACT_DIGITS_MAX = 15;
/** A key that is spelled otherwise in JSON, or could end too early. */
const ESCAPED = /["\\\p{Cc}]/u;

/** Rewrites blocks of lines. It learns the keys of a file from the lines that it cannot rewrite. */
export class FlatRewriter {
  private keys: KnownKey[] = [];
  private usable = true;
  private block: Buffer = Buffer.alloc(0);
  private length = 0;
  private at = 0;
  private out: Buffer;
  private written = 0;
  private lines = 0;
  private readonly rowBytesMax: number;

  /** `bytesMax` is the length of the longest block, `rowBytesMax` that of the longest line. */
  constructor(bytesMax: number, rowBytesMax: number) {
    this.rowBytesMax = rowBytesMax;
    this.out = Buffer.allocUnsafe(bytesMax);
  }

  /**
   * Rewrites whole lines of valid UTF-8; null if one is not a flat object of known keys in their
   * order, or not JSON at all. The bytes are valid until the next call.
   */
  rewrite(block: Buffer): { bytes: Buffer; facts: FlatFacts } | null {
    if (!this.usable) return null;
    this.block = block;
    this.length = block.length;
    this.at = 0;
    this.written = 0;
    this.lines = 0;
    for (const key of this.keys) {
      key.kinds = 0;
      key.values = 0;
    }
    let rows = 0;
    while (this.skipBlank()) {
      const start = this.at;
      if (!this.hasRoom() || !this.rewriteLine() || this.at - start > this.rowBytesMax) {
        this.learn(start);
        return null;
      }
      rows++;
    }
    if (rows === 0 || this.keys.some(({ kinds }) => !isOneKind(kinds))) return null;
    const columns = this.keys.map(({ key, kinds, values }) => ({ key, kinds, values }));
    const facts = { columns, rows, lines: this.lines };
    return { bytes: this.out.subarray(0, this.written), facts };
  }

  /** A value takes no more room than in the block, a missing one two bytes. */
  private hasRoom(): boolean {
    // A table of one column could have lines that are empty, which Polars skips.
    if (this.keys.length < 2) return false;
    const needed = this.length - this.at + 2 * this.keys.length;
    return this.written + needed <= this.out.length;
  }

  private rewriteLine(): boolean {
    const { block, keys } = this;
    if (block[this.at] !== OPEN_OBJECT) return false;
    this.at++;
    this.skipSpace();
    let next = 0;
    if (block[this.at] === CLOSE_OBJECT) this.at++;
    else {
      for (;;) {
        for (; next < keys.length && !this.isAtKey(keys[next] as KnownKey); next++) this.putNull();
        const key = keys[next++];
        if (!key) return false;
        this.at += key.quoted.length;
        this.skipSpace();
        if (block[this.at++] !== COLON) return false;
        this.skipSpace();
        if (!this.rewriteValue(key)) return false;
        this.out[this.written++] = FLAT_DELIMITER;
        this.skipSpace();
        const byte = block[this.at++];
        if (byte === CLOSE_OBJECT) break;
        if (byte !== COMMA) return false;
        this.skipSpace();
      }
    }
    for (; next < keys.length; next++) this.putNull();
    this.out[this.written - 1] = FLAT_LINE_END;
    this.skipSpace();
    this.lines++;
    return this.at >= this.length || block[this.at++] === LINE_FEED;
  }

  private isAtKey({ quoted }: KnownKey): boolean {
    const { block, at } = this;
    for (let i = 0; i < quoted.length; i++) {
      if (block[at + i] !== quoted[i]) return false;
    }
    return true;
  }

  private putNull(): void {
    this.out[this.written++] = FLAT_NULL;
    this.out[this.written++] = FLAT_DELIMITER;
  }

  private rewriteValue(key: KnownKey): boolean {
    const byte = this.block[this.at] as number;
    if (byte === QUOTE) return this.rewriteText(key);
    if (byte === MINUS || (byte >= ZERO && byte <= NINE)) return this.rewriteNumber(key);
    return this.rewriteLiteral(key);
  }

  private rewriteText(key: KnownKey): boolean {
    const { block, length, out } = this;
    let { written } = this;
    for (let i = this.at + 1; i < length; i++) {
      const byte = block[i] as number;
      if (byte === QUOTE) {
        this.at = i + 1;
        this.written = written;
        key.kinds |= FLAT_TEXT;
        key.values++;
        return true;
      }
      if (byte < SPACE) return false;
      if (byte === BACKSLASH) return this.rewriteEscaped(key);
      out[written++] = byte;
    }
    return false;
  }

  /** A string with escapes. */
  private rewriteEscaped(key: KnownKey): boolean {
    const { block, length } = this;
    let end = this.at + 1;
    while (end < length && block[end] !== QUOTE) end += block[end] === BACKSLASH ? 2 : 1;
    if (end >= length) return false;
    const text = parsed(this.slice(this.at, end + 1).toString("utf8"));
    if (typeof text !== "string" || !isSafe(text)) return false;
    this.written += this.out.write(text, this.written, "utf8");
    this.at = end + 1;
    key.kinds |= FLAT_TEXT;
    key.values++;
    return true;
  }

  private rewriteNumber(key: KnownKey): boolean {
    const { block, out, at: start } = this;
    const digitsFrom = block[start] === MINUS ? start + 1 : start;
    let i = this.skipDigits(digitsFrom);
    const digits = i - digitsFrom;
    if (digits === 0 || (digits > 1 && block[digitsFrom] === ZERO)) return false;
    const isPlain = block[i] !== POINT && !isExponent(block[i]);
    // Integers that a number may not hold need exactness.
    if (isPlain && digits > EXACT_DIGITS_MAX) return false;
    if (block[i] === POINT) {
      const from = i + 1;
      i = this.skipDigits(from);
      if (i === from) return false;
    }
    if (isExponent(block[i])) {
      const from = block[i + 1] === MINUS || block[i + 1] === PLUS ? i + 2 : i + 1;
      i = this.skipDigits(from);
      if (i === from) return false;
    }
    for (let from = start; from < i; from++) out[this.written++] = block[from] as number;
    this.at = i;
    const isInteger = isPlain || Number.isInteger(Number(this.slice(start, i).toString("latin1")));
    key.kinds |= isInteger ? FLAT_INTEGER : FLAT_FRACTION;
    key.values++;
    return true;
  }

  private skipDigits(from: number): number {
    const { block } = this;
    let i = from;
    for (let byte = block[i] as number; byte >= ZERO && byte <= NINE; byte = block[i] as number)
      i++;
    return i;
  }

  private rewriteLiteral(key: KnownKey): boolean {
    const literal = LITERALS.find(({ bytes }) => bytes[0] === this.block[this.at]);
    if (!literal) return false;
    const { bytes, kind } = literal;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      if (this.block[this.at + i] !== byte) return false;
      if (kind !== 0) this.out[this.written++] = byte;
    }
    this.at += bytes.length;
    if (kind === 0) this.out[this.written++] = FLAT_NULL;
    else key.values++;
    key.kinds |= kind;
    return true;
  }

  /** Skips blank lines; false at the end of the block. */
  private skipBlank(): boolean {
    for (;;) {
      this.skipSpace();
      if (this.at >= this.length) return false;
      if (this.block[this.at] !== LINE_FEED) return true;
      this.lines++;
      this.at++;
    }
  }

  private skipSpace(): void {
    for (;;) {
      const byte = this.block[this.at];
      if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) return;
      this.at++;
    }
  }

  private slice(from: number, to: number): Buffer {
    return this.block.subarray(from, to);
  }

  /** Takes the keys of a line that are not known yet, each after the one that precedes it there. */
  private learn(start: number): void {
    const { block } = this;
    const lineFeed = block.indexOf(LINE_FEED, start);
    const end = lineFeed < 0 ? this.length : lineFeed;
    const record = parsed(this.slice(start, end).toString("utf8"));
    if (typeof record !== "object" || record === null || Array.isArray(record)) return;
    let after = -1;
    for (const key of Object.keys(record)) {
      const known = this.keys.findIndex((other) => other.key === key);
      after = known < 0 ? after + 1 : known;
      if (known >= 0) continue;
      if (ESCAPED.test(key)) this.usable = false;
      const quoted = Buffer.from(`"${key}"`);
      this.keys.splice(after, 0, { key, quoted, kinds: 0, values: 0 });
    }
  }
}

function isExponent(byte: number | undefined): boolean {
  return byte === LOWER_E || byte === UPPER_E;
}

/** The JSON value of a text; undefined when there is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
