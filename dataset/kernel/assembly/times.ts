/** Parses ISO 8601 days and times, and booleans. */
import { combine } from "./hashes";
import { isToken } from "./tokens";

const hyphen: i32 = 45;
const colon: i32 = 58;
const point: i32 = 46;
const dayMicros: i64 = 86_400_000_000;
const fractionDigitsMax: u32 = 6;
const dayBytes: u32 = 10;
const timeBytes: u32 = 19;

const none: i32 = -1;

const daysOf: usize = memory.data<u8>([0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);

function two(at: usize): i32 {
  const tens = <u32>load<u8>(at) - 48;
  const ones = <u32>load<u8>(at + 1) - 48;
  return tens > 9 || ones > 9 ? none : <i32>(tens * 10 + ones);
}

/** Days since 1970 for a day from year 1 on; `i32.MIN_VALUE` if it is invalid. */
function dayAt(at: usize): i32 {
  const century = two(at);
  const years = two(at + 2);
  const month = two(at + 5);
  const day = two(at + 8);
  if (<i32>load<u8>(at + 4) !== hyphen || <i32>load<u8>(at + 7) !== hyphen) return i32.MIN_VALUE;
  if (century < 0 || years < 0 || century + years === 0) return i32.MIN_VALUE;
  if (month < 1 || month > 12 || day < 1) return i32.MIN_VALUE;
  if (day > <i32>load<u8>(daysOf + month)) return i32.MIN_VALUE;
  const year = century * 100 + years;
  if (month === 2 && day === 29 && !isLeap(year)) return i32.MIN_VALUE;
  // Howard Hinnant, "chrono-compatible low-level date algorithms": years begin in March.
  const shifted = month > 2 ? year : year - 1;
  const era = shifted / 400;
  const yearOfEra = shifted - era * 400;
  const dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468;
}

function isLeap(year: i32): bool {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Parses days to words, like `parseIntegers`. */
export function parseDays(
  cells: usize,
  from: u32,
  to: u32,
  values: usize,
  places: usize,
  lacking: usize,
): i32 {
  let count: usize = 0;
  for (let row = from; row < to; row++) {
    const cell = load<u64>(cells + ((<usize>row) << 3));
    const bytes = <u32>(cell >> 32);
    const at = <usize>(cell & 0xffffffff);
    if (bytes !== dayBytes) {
      if (cell !== 0 && !isToken(at, bytes)) return none;
      store<u8>(lacking + row, 1);
      continue;
    }
    const day = dayAt(at);
    if (day === i32.MIN_VALUE) return none;
    store<i64>(values + (count << 3), day);
    store<u32>(places + (count << 2), row);
    count++;
  }
  return <i32>count;
}

/**
 * Parses times to microseconds since 1970: a day, `separator`, hours, minutes, seconds, optionally
 * a fraction of at most six digits, and `Z` if `isZoned`.
 */
export function parseTimes(
  cells: usize,
  from: u32,
  to: u32,
  values: usize,
  places: usize,
  lacking: usize,
  separator: i32,
  isZoned: bool,
): i32 {
  let count: usize = 0;
  for (let row = from; row < to; row++) {
    const cell = load<u64>(cells + ((<usize>row) << 3));
    let bytes = <u32>(cell >> 32);
    const at = <usize>(cell & 0xffffffff);
    if (bytes < timeBytes) {
      if (cell !== 0 && !isToken(at, bytes)) return none;
      store<u8>(lacking + row, 1);
      continue;
    }
    if (isZoned) {
      bytes--;
      if (<i32>load<u8>(at + bytes) !== 90) return none;
    }
    const time = timeAt(at, bytes, separator);
    if (time === i64.MIN_VALUE) return none;
    store<i64>(values + (count << 3), time);
    store<u32>(places + (count << 2), row);
    count++;
  }
  return <i32>count;
}

function timeAt(at: usize, bytes: u32, separator: i32): i64 {
  const day = dayAt(at);
  const hours = two(at + 11);
  const minutes = two(at + 14);
  const seconds = two(at + 17);
  if (day === i32.MIN_VALUE || bytes < timeBytes) return i64.MIN_VALUE;
  if (<i32>load<u8>(at + 10) !== separator) return i64.MIN_VALUE;
  if (<i32>load<u8>(at + 13) !== colon || <i32>load<u8>(at + 16) !== colon) return i64.MIN_VALUE;
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return i64.MIN_VALUE;
  if (seconds < 0 || seconds > 59) return i64.MIN_VALUE;
  const whole = <i64>day * dayMicros + <i64>((hours * 60 + minutes) * 60 + seconds) * 1_000_000;
  if (bytes === timeBytes) return whole;
  const digits = bytes - timeBytes - 1;
  if (<i32>load<u8>(at + timeBytes) !== point) return i64.MIN_VALUE;
  if (digits < 1 || digits > fractionDigitsMax) return i64.MIN_VALUE;
  let fraction: u32 = 0;
  for (let i: u32 = 0; i < fractionDigitsMax; i++) {
    const digit = i < digits ? <u32>load<u8>(at + timeBytes + 1 + i) - 48 : 0;
    if (digit > 9) return i64.MIN_VALUE;
    fraction = fraction * 10 + digit;
  }
  // Before 1970, the millisecond of a microsecond is left for Polars to determine.
  if (whole < 0 && fraction % 1000 !== 0) return i64.MIN_VALUE;
  return whole + <i64>fraction;
}

/**
 * Counts `true` among booleans; the number of present ones is in the upper half. Negative as in
 * `parseIntegers`.
 */
export function countTrue(cells: usize, from: u32, to: u32, lacking: usize): i64 {
  let count: i64 = 0;
  let trues: i64 = 0;
  for (let row = from; row < to; row++) {
    const cell = load<u64>(cells + ((<usize>row) << 3));
    const bytes = <u32>(cell >> 32);
    const at = <usize>(cell & 0xffffffff);
    if (cell === 0) {
      store<u8>(lacking + row, 1);
      continue;
    }
    // Lower case; words are accepted in capitals, in lower case, or capitalised.
    const head = bytes < 4 ? 0 : load<u32>(at) | 0x20202020;
    if (bytes === 4 && head === 0x65757274 && isSpelt(at, 4)) trues++;
    else if (
      bytes === 5 &&
      head === 0x736c6166 &&
      (load<u8>(at + 4) | 32) === 101 &&
      isSpelt(at, 5)
    ) {
    } else if (isToken(at, bytes)) {
      store<u8>(lacking + row, 1);
      continue;
    } else return none;
    count++;
  }
  return trues | (count << 32);
}

/** Mixes JSON's `true` and `false` into their row hashes. Returns the number of missing ones. */
export function hashTruthsIntoRows(
  cells: usize,
  from: u32,
  to: u32,
  hashes: usize,
  isFirst: bool,
  ofTrue: u64,
  ofFalse: u64,
  ofNone: u64,
): u32 {
  let missing: u32 = 0;
  for (let row = from; row < to; row++) {
    const cell = load<u64>(cells + ((<usize>row) << 3));
    let hash = ofNone;
    if (cell === 0) missing++;
    else hash = <u32>(cell >> 32) === 4 ? ofTrue : ofFalse;
    const at = hashes + ((<usize>row) << 3);
    store<u64>(at, isFirst ? hash : combine(load<u64>(at), hash));
  }
  return missing;
}

function isSpelt(at: usize, bytes: u32): bool {
  let capitals: u32 = 0;
  for (let i: u32 = 0; i < bytes; i++) capitals += <u32>((load<u8>(at + i) & 32) === 0);
  return capitals === 0 || capitals === bytes || (capitals === 1 && (load<u8>(at) & 32) === 0);
}
