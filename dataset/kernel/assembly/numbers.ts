/** Parses and measures plainly written numbers. */
import { isToken } from "./tokens";

const minus: i32 = 45;
const point: i32 = 46;
const zero: i32 = 48;
/** Most digits that are exact in a float, and in a signed word. */
const floatDigitsMax: u32 = 15;
const wordDigitsMax: u32 = 18;

const powers: usize = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]);
const powersMax: u32 = 22;

/**
 * Parses the integers of a range of rows to 64-bit words at `values`, with their rows at `places`,
 * and marks rows with missing ones. Returns the number of integers; negative if a cell is not an
 * integer or needs further examination.
 */
export function parseIntegers(
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
    let at = <usize>(cell & 0xffffffff);
    if (cell === 0 || isMissing(at, bytes)) {
      store<u8>(lacking + row, 1);
      continue;
    }
    const end = at + bytes;
    const isNegative = <i32>load<u8>(at) === minus;
    if (isNegative) at++;
    const digits = <u32>(end - at);
    if (digits === 0 || digits > wordDigitsMax) return -1;
    if (digits > 1 && <i32>load<u8>(at) === zero) return -1;
    let value: u64 = 0;
    for (; at < end; at++) {
      const digit = <u32>load<u8>(at) - <u32>zero;
      if (digit > 9) return -1;
      value = value * 10 + digit;
    }
    store<i64>(values + (count << 3), isNegative ? -(<i64>value) : <i64>value);
    store<u32>(places + (count << 2), row);
    count++;
  }
  return <i32>count;
}

/** Looks up missing-value tokens only for cells that do not begin like a number. */
function isMissing(at: usize, bytes: u32): bool {
  const first = <i32>load<u8>(at);
  if (<u32>(first - zero) < 10) return false;
  if (first === minus && bytes > 1 && <u32>(<i32>load<u8>(at + 1) - zero) < 10) return false;
  return isToken(at, bytes);
}

/**
 * Parses decimal fractions to floats like `parseIntegers`. Lists the indexes of values with too
 * many digits or an exponent at `hard`, for the caller to parse; their number is in the upper half
 * of the result.
 */
export function parseFractions(
  cells: usize,
  from: u32,
  to: u32,
  values: usize,
  places: usize,
  lacking: usize,
  hard: usize,
): i64 {
  let count: usize = 0;
  let hardCount: usize = 0;
  for (let row = from; row < to; row++) {
    const cell = load<u64>(cells + ((<usize>row) << 3));
    const bytes = <u32>(cell >> 32);
    let at = <usize>(cell & 0xffffffff);
    if (cell === 0 || isMissing(at, bytes)) {
      store<u8>(lacking + row, 1);
      continue;
    }
    const end = at + bytes;
    const isNegative = <i32>load<u8>(at) === minus;
    if (isNegative) at++;
    const start = at;
    let value: u64 = 0;
    let digit: u32 = 0;
    for (; at < end; at++) {
      digit = <u32>load<u8>(at) - <u32>zero;
      if (digit > 9) break;
      value = value * 10 + digit;
    }
    const whole = <u32>(at - start);
    if (whole > floatDigitsMax || (whole > 1 && <i32>load<u8>(start) === zero)) return -1;
    let decimals: u32 = 0;
    if (at < end && <i32>load<u8>(at) === point) {
      const first = ++at;
      for (; at < end; at++) {
        digit = <u32>load<u8>(at) - <u32>zero;
        if (digit > 9) break;
        value = value * 10 + digit;
      }
      decimals = <u32>(at - first);
    }
    if (whole + decimals === 0) return -1;
    if (at < end || whole + decimals > floatDigitsMax || decimals > powersMax) {
      store<u32>(hard + (hardCount << 2), <u32>count);
      hardCount++;
    }
    const divisor = load<f64>(powers + ((<usize>min(decimals, powersMax)) << 3));
    const float = <f64>value / divisor;
    store<f64>(values + (count << 3), isNegative ? -float : float);
    store<u32>(places + (count << 2), row);
    count++;
  }
  return <i64>count | ((<i64>hardCount) << 32);
}

/** Converts words to floats, in whole multiples of `unit`; no word exceeds 2^53 of them. */
export function toFloats(values: usize, count: u32, unit: i64, floats: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const value = load<i64>(values + (i << 3));
    store<f64>(floats + (i << 3), <f64>(unit === 1 ? value : value / unit));
  }
}

/** Bytes of floats summed at a time: 128 floats. */
const summedBytes: usize = 1024;

/** Writes minimum, maximum, sum and sample deviation of floats to `into`. */
export function measureFloats(floats: usize, count: u32, into: usize): void {
  const end = floats + ((<usize>count) << 3);
  let least: f64 = Infinity;
  let most: f64 = -Infinity;
  let sum: f64 = 0;
  for (let at = floats; at < end; at += 8) {
    const value = load<f64>(at);
    if (value < least) least = value;
    if (value > most) most = value;
    sum += value;
  }
  const mean = sum / <f64>count;
  let squares: f64 = 0;
  let rest: f64 = 0;
  // Summing partial sums loses fewer digits than one running sum.
  for (let from = floats; from < end; from += summedBytes) {
    const to = min(end, from + summedBytes);
    let someSquares: f64 = 0;
    let some: f64 = 0;
    for (let at = from; at < to; at += 8) {
      const distance = load<f64>(at) - mean;
      someSquares += distance * distance;
      some += distance;
    }
    squares += someSquares;
    rest += some;
  }
  const variance = (squares - (rest * rest) / <f64>count) / <f64>(count - 1);
  store<f64>(into, least);
  store<f64>(into + 8, most);
  store<f64>(into + 16, sum);
  store<f64>(into + 24, count > 1 ? Math.sqrt(variance) : 0);
}

/** Number of floats from `from` to below `end`. */
export function countBetween(floats: usize, count: u32, from: f64, end: f64): u32 {
  let found: u32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const value = load<f64>(floats + (i << 3));
    found += <u32>(value >= from) & <u32>(value < end);
  }
  return found;
}

/** Writes the smallest and largest word to `into`. */
export function boundsOfWords(values: usize, count: u32, into: usize): void {
  let least: i64 = i64.MAX_VALUE;
  let most: i64 = i64.MIN_VALUE;
  for (let i: usize = 0; i < <usize>count; i++) {
    const value = load<i64>(values + (i << 3));
    if (value < least) least = value;
    if (value > most) most = value;
  }
  store<i64>(into, least);
  store<i64>(into + 8, most);
}

/**
 * Counts texts that are plain decimal fractions, including leading zeros. Writes the rows of texts
 * that may be numbers in another notation to `doubted`; their number is in the upper half of the
 * result.
 */
export function countFractions(cells: usize, rows: u32, doubted: usize): i64 {
  let count: i64 = 0;
  let doubts: usize = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const cell = load<u64>(cells + ((<usize>row) << 3));
    const bytes = <u32>(cell >> 32);
    if (bytes === 0) continue;
    const found = fractionIn(<usize>(cell & 0xffffffff), bytes);
    if (found > 0) count++;
    else if (found < 0) store<u32>(doubted + (doubts++ << 2), row);
  }
  return count | ((<i64>doubts) << 32);
}

/** 1 for digits with at most one point, 0 if a byte occurs in no number, -1 otherwise. */
function fractionIn(at: usize, bytes: u32): i32 {
  const end = at + bytes;
  let digits: u32 = 0;
  let points: u32 = 0;
  let others: u32 = 0;
  for (let here = at; here < end; here++) {
    const byte = <i32>load<u8>(here);
    if (<u32>(byte - zero) < 10) digits++;
    else if (byte === point) points++;
    else if (byte !== minus || here !== at) {
      if (!isInNumbers(byte)) return 0;
      others++;
    }
  }
  return digits > 0 && points <= 1 && others === 0 ? 1 : -1;
}

/** Blanks, signs, exponents, and the letters of `infinity` and `nan`. */
function isInNumbers(byte: i32): bool {
  if (byte === 32 || byte === 9 || byte === 43 || byte === minus || byte === 95) return true;
  const small = byte | 32;
  if (small === 101 || small === 105 || small === 110 || small === 102) return true;
  return small === 97 || small === 116 || small === 121;
}
