/**
 * Locates the values of JSON lines that are objects with known keys in a known order. A value is a
 * cell (see `cells.ts`): the contents of a string, or a number or literal as written; null and
 * absent values are zero. Anything unusual is left to a general JSON parser.
 */
import { boolean, byteAt, kept, keyBytes, lengthAt, none, placeAt } from "./json-cells";
import { countHards, takeNested, useHards } from "./json-nested";
import { takeNumber } from "./json-numbers";
import { takeText, useCopies } from "./json-texts";

const tab: i32 = 9;
const lineFeed: i32 = 10;
const carriageReturn: i32 = 13;
const space: i32 = 32;
const quote: i32 = 34;
const comma: i32 = 44;
const minus: i32 = 45;
const zero: i32 = 48;
const nine: i32 = 57;
const colon: i32 = 58;
const openArray: i32 = 91;
const openObject: i32 = 123;
const closeObject: i32 = 125;

const wordTrue: u32 = 0x65757274;
const wordNull: u32 = 0x6c6c756e;
const wordAlse: u32 = 0x65736c61;

/** Deepest nesting allowed in a line. */
let depthMax: u32 = 0;

/** Text that the kernel's rules do not cover. */
const irregular: i32 = -1;

/**
 * Locates the values of the whole lines between two addresses, after which 64 bytes must be zero.
 * Copies strings with escapes, and nested values up to `nesting` deep, to `copies`; lists cells
 * that the host must print again at `hards`. Writes to `into`: start of the last examined line,
 * number of finished lines, longest line, number of listed cells. Returns the number of rows, or
 * `irregular`.
 */
export function findValues(
  from: usize,
  to: usize,
  keys: usize,
  keyCount: u32,
  rowsMax: u32,
  cells: usize,
  copies: usize,
  nesting: u32,
  hards: usize,
  into: usize,
): i32 {
  const stride = (<usize>rowsMax) << 3;
  let row: u32 = 0;
  let lines: u32 = 0;
  let longest: usize = 0;
  let at = from;
  useCopies(copies);
  depthMax = nesting;
  useHards(hards);
  for (;;) {
    at = behindBlanks(at);
    if (at >= to) break;
    if (byteAt(at) === lineFeed) {
      lines++;
      at++;
      continue;
    }
    store<u32>(into, <u32>(at - from));
    const end = takeLine(at, to, keys, keyCount, cells + ((<usize>row) << 3), stride);
    if (end === none) return irregular;
    if (end - at > longest) longest = end - at;
    at = end;
    lines++;
    row++;
  }
  store<u32>(into + 4, lines);
  store<u32>(into + 8, <u32>longest);
  store<u32>(into + 12, countHards());
  return <i32>row;
}

function behindBlanks(from: usize): usize {
  let at = from;
  let byte = byteAt(at);
  while (byte === space || byte === tab || byte === carriageReturn) byte = byteAt(++at);
  return at;
}

/** Reads a line including its end; returns the start of the next one. */
function takeLine(
  start: usize,
  to: usize,
  keys: usize,
  keyCount: u32,
  slots: usize,
  stride: usize,
): usize {
  if (byteAt(start) !== openObject) return none;
  const keysEnd = keys + <usize>keyCount * keyBytes;
  let at = behindBlanks(start + 1);
  let key = keys;
  if (byteAt(at) === closeObject) at++;
  else {
    for (;;) {
      while (key < keysEnd && !isKeyAt(at, key)) {
        store<u64>(slots + stride * <usize>load<u32>(key, placeAt), 0);
        key += keyBytes;
      }
      if (key === keysEnd) return none;
      at = behindBlanks(at + <usize>load<u32>(key, lengthAt));
      if (byteAt(at) !== colon) return none;
      at = behindBlanks(at + 1);
      at = takeValue(at, slots + stride * <usize>load<u32>(key, placeAt), key);
      if (at === none) return none;
      at = behindBlanks(at);
      key += keyBytes;
      const byte = byteAt(at++);
      if (byte === closeObject) break;
      if (byte !== comma) return none;
      at = behindBlanks(at);
    }
  }
  for (; key < keysEnd; key += keyBytes) {
    store<u64>(slots + stride * <usize>load<u32>(key, placeAt), 0);
  }
  at = behindBlanks(at);
  if (at >= to) return at;
  return byteAt(at) === lineFeed ? at + 1 : none;
}

function isKeyAt(at: usize, key: usize): bool {
  const known = <usize>load<u32>(key);
  const bytes = <usize>load<u32>(key, lengthAt);
  let i: usize = 0;
  for (; i + 8 <= bytes; i += 8) {
    if (load<u64>(at + i) !== load<u64>(known + i)) return false;
  }
  if (i === bytes) return true;
  const unused = <u64>(64 - ((bytes - i) << 3));
  return load<u64>(at + i) << unused === load<u64>(known + i) << unused;
}

/** Stores a value as a cell; returns its end, or `none`. */
function takeValue(at: usize, slot: usize, key: usize): usize {
  const byte = byteAt(at);
  if (byte === quote) return takeText(at + 1, slot, key);
  if (byte === minus || (byte >= zero && byte <= nine)) return takeNumber(at, slot, key);
  if (byte === openObject || byte === openArray) return takeNested(at, depthMax, slot, key);
  const word = load<u32>(at);
  if (word === wordNull) {
    store<u64>(slot, 0);
    return at + 4;
  }
  if (word === wordTrue) return kept(at, at + 4, slot, key, boolean);
  const isFalse = byte === 102 && load<u32>(at + 1) === wordAlse;
  return isFalse ? kept(at, at + 5, slot, key, boolean) : none;
}
