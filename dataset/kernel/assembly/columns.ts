/**
 * Columns as binary formats store them: typed words, length-prefixed texts, levels that mark
 * missing values, and dictionary indexes.
 */
import { combine, combineNumber, hashNumber } from "./hashes";

const notANumber: u64 = 0x7ff8000000000000;
/** Set in any byte of a text that is not ASCII. */
const upperBits: u64 = 0x8080808080808080;

/**
 * Unpacks `count` numbers of `width` bits from Parquet's hybrid of run lengths and packed bits to
 * 32-bit words. False if the runs end early or a number is not below `end`.
 */
export function unpackRuns(
  from: usize,
  to: usize,
  width: u32,
  count: u32,
  end: u32,
  into: usize,
): bool {
  const bytesOfRun = <usize>((width + 7) >> 3);
  const mask: u64 = ((<u64>1) << width) - 1;
  let at = from;
  let found: u32 = 0;
  while (found < count) {
    let head: u64 = 0;
    for (let shift: u64 = 0; ; shift += 7) {
      if (at >= to || shift > 28) return false;
      const byte = <u64>load<u8>(at++);
      head |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    const left = count - found;
    if ((head & 1) === 0) {
      const run = <u32>min<u64>(head >> 1, left);
      if (at + bytesOfRun > to) return false;
      const value = <u32>(load<u64>(at) & mask);
      if (value >= end) return false;
      at += bytesOfRun;
      for (let i: u32 = 0; i < run; i++) store<u32>(into + ((<usize>(found + i)) << 2), value);
      found += run;
      continue;
    }
    const bytes = (head >> 1) * <u64>width;
    const run = <u32>min<u64>((head >> 1) << 3, left);
    // The last run may be truncated after the numbers that are needed.
    if (<u64>(to - at) < (<u64>run * <u64>width + 7) >> 3) return false;
    for (let i: u32 = 0, bit: u64 = 0; i < run; i++, bit += width) {
      const value = <u32>((load<u64>(at + <usize>(bit >> 3)) >> (bit & 7)) & mask);
      if (value >= end) return false;
      store<u32>(into + ((<usize>(found + i)) << 2), value);
    }
    at += <usize>min<u64>(bytes, <u64>(to - at));
    found += run;
  }
  return true;
}

/** Locates length-prefixed texts as cells. Returns their end; 0 if some are not UTF-8. */
export function cellsBehindLengths(from: usize, to: usize, count: u32, cells: usize): usize {
  const isPlain = isAscii(from, to);
  let at = from;
  for (let i: u32 = 0; i < count; i++) {
    if (at + 4 > to) return 0;
    const bytes = <usize>load<u32>(at);
    at += 4;
    if (bytes > to - at) return 0;
    if (!isPlain && !isUtf8(at, at + bytes)) return 0;
    store<u64>(cells + ((<usize>i) << 3), <u64>at | ((<u64>bytes) << 32));
    at += bytes;
  }
  return at;
}

/** If the lengths are ASCII bytes, too, the texts need no UTF-8 check. */
function isAscii(from: usize, to: usize): bool {
  let all = i64x2.splat(0);
  let at = from;
  for (; at + 16 <= to; at += 16) all = v128.or(all, v128.load(at));
  let upper = i8x16.bitmask(all);
  for (; at < to; at++) upper |= <i32>(load<u8>(at) >> 7);
  return upper === 0;
}

function isUtf8(from: usize, end: usize): bool {
  let at = from;
  while (at < end) {
    const word = load<u64>(at) & upperBits;
    const plain = word === 0 ? <usize>8 : <usize>(ctz(word) >> 3);
    at += plain;
    if (word === 0 || at >= end) continue;
    const bytes = charBytes(at, end);
    if (bytes === 0) return false;
    at += bytes;
  }
  return true;
}

/** Number of bytes of a non-ASCII character; 0 if it is invalid (RFC 3629). */
function charBytes(at: usize, end: usize): usize {
  const first = <u32>load<u8>(at);
  const bytes: usize = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + bytes > end) return 0;
  const second = <u32>load<u8>(at + 1);
  let least: u32 = 0x80;
  let most: u32 = 0xbf;
  if (first === 0xe0) least = 0xa0;
  else if (first === 0xed) most = 0x9f;
  else if (first === 0xf0) least = 0x90;
  else if (first === 0xf4) most = 0x8f;
  if (second < least || second > most) return 0;
  for (let i: usize = 2; i < bytes; i++) if ((load<u8>(at + i) & 0xc0) !== 0x80) return 0;
  return bytes;
}

/** Expands words to their rows; rows with level 0 (32-bit words at `levels`) get 0. */
export function spreadWords(words: usize, levels: usize, rows: u32, into: usize): void {
  let from = words;
  for (let row: usize = 0; row < <usize>rows; row++) {
    const isThere = load<u32>(levels + (row << 2)) !== 0;
    store<u64>(into + (row << 3), isThere ? load<u64>(from) : 0);
    from += (<usize>isThere) << 3;
  }
}

/** Collects the rows with a level other than 0, numbered from `first`. Returns their number. */
export function placesOf(levels: usize, rows: u32, first: u32, places: usize): u32 {
  let count: usize = 0;
  for (let row: u32 = 0; row < rows; row++) {
    store<u32>(places + (count << 2), first + row);
    count += <usize>(load<u32>(levels + ((<usize>row) << 2)) !== 0);
  }
  return <u32>count;
}

/** Writes `count` row numbers from `first` on. */
export function countUp(first: u32, count: u32, places: usize): void {
  for (let i: u32 = 0; i < count; i++) store<u32>(places + ((<usize>i) << 2), first + i);
}

/** Widens 32-bit numbers to 64-bit words. */
export function widenWords(from: usize, count: u32, isSigned: bool, into: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const value = load<u32>(from + (i << 2));
    store<u64>(into + (i << 3), isSigned ? <u64>(<i64>(<i32>value)) : <u64>value);
  }
}

export function widenFloats(from: usize, count: u32, into: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    store<f64>(into + (i << 3), <f64>load<f32>(from + (i << 2)));
  }
}

/** Widens single bits to words. */
export function widenBits(from: usize, first: u32, count: u32, into: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const bit = first + i;
    const value = (<u64>load<u8>(from + <usize>(bit >> 3)) >> (bit & 7)) & 1;
    store<u64>(into + ((<usize>i) << 3), value);
  }
}

/**
 * Hashes a column's values and mixes them into their row hashes, both as Polars does. `ofNone` is
 * the hash of a missing value, whose rows are marked at `lacking`. Hashes below `bound` (0 for all)
 * go to `hashes`, their rows to `hashedPlaces`. Returns their number.
 */
export function hashWordsIntoRows(
  values: usize,
  places: usize,
  count: u32,
  rows: u32,
  areFloats: bool,
  areTruths: bool,
  mask: u64,
  state: u64,
  ofNone: u64,
  bound: u64,
  isFirst: bool,
  rowHashes: usize,
  lacking: usize,
  hashes: usize,
  hashedPlaces: usize,
): u32 {
  let kept: usize = 0;
  let i: u32 = 0;
  const below = bound === 0 ? u64.MAX_VALUE : bound - 1;
  for (let row: u32 = 0; row < rows; row++) {
    let hash = ofNone;
    if (i < count && load<u32>(places + ((<usize>i) << 2)) === row) {
      let bits = load<u64>(values + ((<usize>i) << 3));
      if (areFloats) bits = canonical(bits);
      hash = hashNumber(bits & mask, state);
      if (hash <= below) {
        store<u64>(hashes + (kept << 3), hash);
        store<u32>(hashedPlaces + (kept << 2), row);
        kept++;
      }
      i++;
    } else store<u8>(lacking + row, 1);
    const at = rowHashes + ((<usize>row) << 3);
    if (isFirst) store<u64>(at, hash);
    else if (areTruths) store<u64>(at, combine(load<u64>(at), hash));
    else store<u64>(at, combineNumber(load<u64>(at), hash));
  }
  return <u32>kept;
}

/** Makes both zeros equal, and all NaN equal. */
function canonical(bits: u64): u64 {
  if (bits << 1 === 0) return 0;
  return bits << 1 > 0xffe0000000000000 ? notANumber : bits;
}

/** Mixes text hashes, stored per row, into the row hashes. Returns the number of missing texts. */
export function mixTextHashes(
  cells: usize,
  known: usize,
  rows: u32,
  ofNone: u64,
  isFirst: bool,
  rowHashes: usize,
): u32 {
  let missing: u32 = 0;
  for (let row: usize = 0; row < <usize>rows; row++) {
    const isThere = load<u64>(cells + (row << 3)) !== 0;
    const hash = isThere ? load<u64>(known + (row << 3)) : ofNone;
    missing += <u32>!isThere;
    const at = rowHashes + (row << 3);
    store<u64>(at, isFirst ? hash : combine(load<u64>(at), hash));
  }
  return missing;
}

/** Total bytes of all texts. */
export function bytesOfCells(cells: usize, rows: u32): f64 {
  let bytes: u64 = 0;
  for (let row: usize = 0; row < <usize>rows; row++) bytes += load<u32>(cells + (row << 3) + 4);
  return <f64>bytes;
}

/** Converts words to floats, in whole multiples of `unit`. */
export function floorToFloats(values: usize, count: u32, unit: i64, floats: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const value = load<i64>(values + (i << 3));
    let whole = value;
    if (unit !== 1) {
      whole = value / unit;
      if (whole * unit > value) whole--;
    }
    store<f64>(floats + (i << 3), <f64>whole);
  }
}
