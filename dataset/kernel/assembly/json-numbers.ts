/** Reads JSON numbers and decides whether they are integers as floats. */
import { byteAt, fraction, integer, kept, kindsAt, none } from "./json-cells";

const plus: i32 = 43;
const minus: i32 = 45;
const point: i32 = 46;
const zero: i32 = 48;
const nine: i32 = 57;
const letterE: i32 = 101;

/** A float holds this many digits exactly. */
const digitsMax: u32 = 15;
/** With such an exponent, a number of that many digits neither overflows nor underflows. */
const exponentMax: u32 = 280;

function isDigit(byte: i32): bool {
  return <u32>(byte - zero) < 10;
}

export function takeNumber(from: usize, slot: usize, key: usize): usize {
  const start = byteAt(from) === minus ? from + 1 : from;
  let at = start;
  while (isDigit(byteAt(at))) at++;
  const whole = <u32>(at - start);
  if (whole === 0 || (whole > 1 && byteAt(start) === zero)) return none;
  let kind: u32 = whole <= digitsMax ? integer : 0;
  let decimals: u32 = 0;
  if (byteAt(at) === point) {
    const first = ++at;
    while (isDigit(byteAt(at))) at++;
    decimals = <u32>(at - first);
    if (decimals === 0) return none;
    if (kind !== 0) kind = kindOfDecimals(first, at, whole);
  }
  const mark = byteAt(at) | 32;
  if (mark === letterE) {
    const sign = byteAt(at + 1);
    const digits = sign === plus || sign === minus ? at + 2 : at + 1;
    at = digits;
    while (isDigit(byteAt(at))) at++;
    if (at === digits) return none;
    kind = kindOfExponent(digits, at, sign === minus, whole, decimals, byteAt(start));
  }
  // An integer that a float may not hold exactly has another kind.
  if (at === start + <usize>whole && kind === 0) return none;
  // If the column already has fractions, it is numeric whatever this number is.
  if (kind === 0) kind = load<u32>(key, kindsAt) & fraction;
  return kind === 0 ? none : kept(from, at, slot, key, kind);
}

/**
 * Whether decimals make a number a fraction or leave it an integer as a float; 0 if that is
 * undecided.
 */
function kindOfDecimals(from: usize, end: usize, whole: u32): u32 {
  let areZeros = true;
  let areTelling = false;
  let left = digitsMax - whole;
  for (let at = from; at < end; at++) {
    const byte = byteAt(at);
    if (byte !== zero) areZeros = false;
    // A fraction of only nines could round up to the next integer.
    if (left > 0 && byte !== zero && byte !== nine) areTelling = true;
    if (left > 0) left--;
  }
  if (areZeros) return integer;
  return areTelling || whole + <u32>(end - from) <= digitsMax ? fraction : 0;
}

/** Like `kindOfDecimals`, for a number with an exponent. */
function kindOfExponent(
  from: usize,
  end: usize,
  isNegative: bool,
  whole: u32,
  decimals: u32,
  firstDigit: i32,
): u32 {
  let exponent: u32 = 0;
  for (let at = from; at < end; at++) {
    exponent = exponent * 10 + <u32>(byteAt(at) - zero);
    if (exponent > exponentMax) return 0;
  }
  if (!isNegative) return exponent >= decimals && whole <= digitsMax ? integer : 0;
  // Below 0.1 and not zero: the first digit is not a significant one.
  return exponent > whole && firstDigit !== zero ? fraction : 0;
}
