/** Reads JSON strings: in place, or copied without escapes if there are some. */
import { byteAt, kept, none, text } from "./json-cells";

const tab: i32 = 9;
const lineFeed: i32 = 10;
const carriageReturn: i32 = 13;
const space: i32 = 32;
const quote: i32 = 34;
const zero: i32 = 48;
const nine: i32 = 57;
const backslash: i32 = 92;

/** Where the next unescaped string is written. */
let free: usize = 0;

/** Sets the address for unescaped strings. */
export function useCopies(at: usize): void {
  free = at;
}

export function copies(): usize {
  return free;
}

/** Reads a string from after its opening quote. */
export function takeText(start: usize, slot: usize, key: usize): usize {
  const quotes = i8x16.splat(<i8>quote);
  const backslashes = i8x16.splat(<i8>backslash);
  const spaces = i8x16.splat(<i8>space);
  let at = start;
  for (;;) {
    const bytes = v128.load(at);
    const ends = v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes));
    const marks = i8x16.bitmask(v128.or(ends, i8x16.lt_u(bytes, spaces)));
    if (marks === 0) {
      at += 16;
      continue;
    }
    at += ctz(marks);
    const byte = byteAt(at);
    if (byte === quote) return kept(start, at, slot, key, text) + 1;
    return byte === backslash ? takeEscaped(start, at, slot, key) : none;
  }
}

/** Reads a string whose first escape is at `first`. */
function takeEscaped(start: usize, first: usize, slot: usize, key: usize): usize {
  const copy = free;
  let into = copy + (first - start);
  memory.copy(copy, start, first - start);
  let at = first;
  for (;;) {
    const byte = byteAt(at++);
    if (byte === quote) break;
    if (byte < space) return none;
    if (byte !== backslash) {
      store<u8>(into++, <u8>byte);
      continue;
    }
    const letter = byteAt(at++);
    if (letter !== 117) {
      const plain = escapedBy(letter);
      if (plain < 0) return none;
      store<u8>(into++, <u8>plain);
      continue;
    }
    const unit = fourHex(at);
    at += 4;
    if (unit < 0 || unit >>> 10 === 0x37) return none;
    if (unit >>> 10 !== 0x36) {
      into = putCharacter(into, unit);
      continue;
    }
    if (byteAt(at) !== backslash || byteAt(at + 1) !== 117) return none;
    const second = fourHex(at + 2);
    at += 6;
    if (second >>> 10 !== 0x37) return none;
    into = putCharacter(into, 0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff));
  }
  free = kept(copy, into, slot, key, text);
  return at;
}

/** The character for the letter after a backslash; negative if there is none. */
function escapedBy(letter: i32): i32 {
  switch (letter) {
    case quote:
    case backslash:
    case 47:
      return letter;
    case 98:
      return 8;
    case 102:
      return 12;
    case 110:
      return lineFeed;
    case 114:
      return carriageReturn;
    case 116:
      return tab;
    default:
      return -1;
  }
}

/** The value of four hexadecimal digits; negative if they are invalid. */
function fourHex(at: usize): i32 {
  let value = 0;
  for (let i: usize = 0; i < 4; i++) {
    const byte = byteAt(at + i);
    const digit = byte <= nine ? byte - zero : (byte | 32) - 87;
    if (digit < 0 || digit > 15 || (byte > nine && digit < 10)) return -1;
    value = (value << 4) | digit;
  }
  return value;
}

/** Writes a character in UTF-8; returns its end. */
function putCharacter(into: usize, code: i32): usize {
  if (code < 0x80) {
    store<u8>(into, <u8>code);
    return into + 1;
  }
  if (code < 0x800) {
    store<u8>(into, <u8>(0xc0 | (code >> 6)));
    store<u8>(into + 1, <u8>(0x80 | (code & 0x3f)));
    return into + 2;
  }
  if (code < 0x10000) {
    store<u8>(into, <u8>(0xe0 | (code >> 12)));
    store<u8>(into + 1, <u8>(0x80 | ((code >> 6) & 0x3f)));
    store<u8>(into + 2, <u8>(0x80 | (code & 0x3f)));
    return into + 3;
  }
  store<u8>(into, <u8>(0xf0 | (code >> 18)));
  store<u8>(into + 1, <u8>(0x80 | ((code >> 12) & 0x3f)));
  store<u8>(into + 2, <u8>(0x80 | ((code >> 6) & 0x3f)));
  store<u8>(into + 3, <u8>(0x80 | (code & 0x3f)));
  return into + 4;
}
