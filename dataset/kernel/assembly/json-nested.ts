/**
 * Copies nested JSON values as `JSON.stringify` prints them, and finds possible personal data in
 * them.
 */
import { array, byteAt, kept, none, object } from "./json-cells";
import { copies, useCopies } from "./json-texts";
import { mayBeShaped } from "./texts";

const tab: i32 = 9;
const carriageReturn: i32 = 13;
const space: i32 = 32;
const quote: i32 = 34;
const comma: i32 = 44;
const minus: i32 = 45;
const point: i32 = 46;
const zero: i32 = 48;
const nine: i32 = 57;
const colon: i32 = 58;
const at64: i32 = 64;
const openArray: i32 = 91;
const backslash: i32 = 92;
const closeArray: i32 = 93;
const openObject: i32 = 123;
const closeObject: i32 = 125;

/** Open levels are tracked as bits of a word. */
const depthMost: u32 = 63;
/** Numbers with up to this many characters keep all digits. */
const exactCharsMax: u32 = 15;
/** Smaller fractions are printed with an exponent. */
const leadingZerosMax: u32 = 5;

const wordTrue: u32 = 0x65757274;
const wordNull: u32 = 0x6c6c756e;
const wordAlse: u32 = 0x65736c61;

/** Where the copy continues. */
let out: usize = 0;

/** The list of cells that must be printed again by the host, and its length. */
let hards: usize = 0;
let hardCount: u32 = 0;
const hardMost: u32 = 65_536;

/** Sets the address of the list of cells that the kernel cannot print. */
export function useHards(at: usize): void {
  hards = at;
  hardCount = 0;
}

export function countHards(): u32 {
  return hardCount;
}

/**
 * Stores the object or array at `from` without white space as a cell; returns its end. A value that
 * may be printed differently from its source is stored unchanged and listed. `none` if it nests
 * deeper than `depthMax`, or is not valid.
 */
export function takeNested(from: usize, depthMax: u32, slot: usize, key: usize): usize {
  const start = copies();
  const kind = byteAt(from) === openObject ? object : array;
  out = start;
  const depth = min(depthMax, depthMost);
  const end = copyNested(from, depth);
  if (end === none) return listHard(from, endOfNested(from, depth), slot, key, kind);
  useCopies(kept(start, out, slot, key, kind));
  return end;
}

function listHard(from: usize, end: usize, slot: usize, key: usize, kind: u32): usize {
  if (end === none || hardCount === hardMost) return none;
  store<u32>(hards + ((<usize>hardCount) << 2), <u32>slot);
  hardCount++;
  return kept(from, end, slot, key, kind);
}

/** End of an object or array by its brackets, if it ends on its line. */
function endOfNested(from: usize, depthMax: u32): usize {
  let depth: u32 = 0;
  let byte = byteAt(from);
  for (let at = from; byte >= space || byte === tab || byte === carriageReturn; ) {
    if (byte === openObject || byte === openArray) {
      if (++depth > depthMax) return none;
    } else if (byte === closeObject || byte === closeArray) {
      if (--depth === 0) return at + 1;
    } else if (byte === quote) at = endOfText(at);
    byte = byteAt(++at);
  }
  return none;
}

/** Address of the quote that ends a string, or of the first invalid byte. */
function endOfText(from: usize): usize {
  let at = from + 1;
  let byte = byteAt(at);
  while (byte !== quote && byte >= space) {
    at += byte === backslash ? 2 : 1;
    byte = byteAt(at);
  }
  return at;
}

function put(byte: i32): void {
  store<u8>(out++, <u8>byte);
}

function next(from: usize): usize {
  let at = from;
  let byte = byteAt(at);
  while (byte === space || byte === tab || byte === carriageReturn) byte = byteAt(++at);
  return at;
}

function copyNested(from: usize, depthMax: u32): usize {
  let at = from;
  let depth: u32 = 0;
  /** One bit per open level, the deepest in the lowest bit; 1 for an object. */
  let levels: u64 = 0;
  while (at !== none) {
    const opener = byteAt(at);
    if (opener === openObject || opener === openArray) {
      if (depth >= depthMax) return none;
      const isObject = opener === openObject;
      levels = (levels << 1) | <u64>isObject;
      depth++;
      put(opener);
      at = next(at + 1);
      if (byteAt(at) !== (isObject ? closeObject : closeArray)) {
        if (isObject) at = copyKey(at);
        continue;
      }
    } else {
      at = depth === 0 ? none : copyScalar(at);
      if (at === none) return none;
      at = next(at);
    }
    // Closes levels; then comes the end or another value.
    for (;;) {
      const closer = (levels & 1) !== 0 ? closeObject : closeArray;
      const byte = byteAt(at);
      if (byte === comma) break;
      if (byte !== closer) return none;
      put(closer);
      at++;
      depth--;
      levels >>= 1;
      if (depth === 0) return at;
      at = next(at);
    }
    put(comma);
    at = next(at + 1);
    if ((levels & 1) !== 0) at = copyKey(at);
  }
  return none;
}

/**
 * Copies a key with its colon. Fails for numeric keys, which JavaScript would move to the front.
 */
function copyKey(from: usize): usize {
  if (byteAt(from) !== quote) return none;
  const end = copyText(from);
  if (end === none) return none;
  let at = from + 1;
  while (isDigit(byteAt(at))) at++;
  if (at === end - 1 && at > from + 1) return none;
  at = next(end);
  if (byteAt(at) !== colon) return none;
  put(colon);
  return next(at + 1);
}

function isDigit(byte: i32): bool {
  return <u32>(byte - zero) < 10;
}

function copyScalar(at: usize): usize {
  const byte = byteAt(at);
  if (byte === quote) return copyText(at);
  if (byte === minus || (byte >= zero && byte <= nine)) return copyNumber(at);
  const word = load<u32>(at);
  if (word === wordTrue || word === wordNull) return copyBytes(at, 4);
  return byte === 102 && load<u32>(at + 1) === wordAlse ? copyBytes(at, 5) : none;
}

function copyBytes(at: usize, bytes: usize): usize {
  memory.copy(out, at, bytes);
  out += bytes;
  return at + bytes;
}

/** Copies a string with its quotes; `none` if it has escapes that are printed differently. */
function copyText(from: usize): usize {
  const quotes = i8x16.splat(<i8>quote);
  const backslashes = i8x16.splat(<i8>backslash);
  const spaces = i8x16.splat(<i8>space);
  put(quote);
  let at = from + 1;
  let letter = quote;
  while (isPlainEscape(letter)) {
    const bytes = v128.load(at);
    v128.store(out, bytes);
    const ends = v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes));
    const marks = i8x16.bitmask(v128.or(ends, i8x16.lt_u(bytes, spaces)));
    if (marks === 0) {
      at += 16;
      out += 16;
      continue;
    }
    at += ctz(marks);
    out += ctz(marks);
    const byte = byteAt(at++);
    if (byte < space) return none;
    put(byte);
    if (byte === quote) return at;
    letter = byteAt(at++);
    put(letter);
  }
  return none;
}

/**
 * Escapes that `JSON.stringify` also writes: quotes, backslashes and the letters b, f, n, r and t.
 */
function isPlainEscape(letter: i32): bool {
  if (letter === quote || letter === backslash || letter === 98 || letter === 102) return true;
  return letter === 110 || letter === 114 || letter === 116;
}

function copyNumber(from: usize): usize {
  const isNegative = byteAt(from) === minus;
  const start = isNegative ? from + 1 : from;
  let at = start;
  while (isDigit(byteAt(at))) at++;
  const whole = <u32>(at - start);
  const isZero = byteAt(start) === zero;
  if (whole === 0 || (isZero && whole > 1)) return none;
  if (byteAt(at) === point) {
    const first = ++at;
    while (isDigit(byteAt(at))) at++;
    if (at === first || byteAt(at - 1) === zero) return none;
    if (isZero && zerosFrom(first) > leadingZerosMax) return none;
  } else if (isZero && isNegative) return none;
  if (<u32>(at - start) > exactCharsMax || (byteAt(at) | 32) === 101) return none;
  return copyBytes(from, at - from);
}

function zerosFrom(from: usize): u32 {
  let at = from;
  while (byteAt(at) === zero) at++;
  return <u32>(at - from);
}

/**
 * Marks the rows of missing values at `lacking`, and writes the rows with possibly personal text to
 * `shaped`. Returns their number.
 */
export function measureNested(cells: usize, rows: u32, lacking: usize, shaped: usize): u32 {
  let shapes: usize = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const cell = load<u64>(cells + ((<usize>row) << 3));
    if (cell === 0) {
      store<u8>(lacking + row, 1);
      continue;
    }
    const at = <usize>(cell & 0xffffffff);
    if (mayHoldShaped(at, at + <usize>(cell >> 32))) store<u32>(shaped + (shapes++ << 2), row);
  }
  return <u32>shapes;
}

/** Whether a string in a nested value contains an `@` or looks like personal data. */
function mayHoldShaped(from: usize, end: usize): bool {
  let at = from;
  while (at < end) {
    if (byteAt(at++) !== quote) continue;
    const start = at;
    let upper: i32 = 0;
    let colons = 0;
    for (; byteAt(at) !== quote; at++) {
      const byte = byteAt(at);
      upper |= byte;
      if (byte === at64) return true;
      if (byte === colon) colons++;
      if (byte === backslash) at++;
    }
    const bytes = <u32>(at++ - start);
    if (upper < 128 && bytes >= 2 && mayBeShaped(start, bytes, colons)) return true;
  }
  return false;
}
