/**
 * Sums of floats without rounding, so that order and chunks do not change a mean and no sum
 * overflows: Neal, "Fast exact summation using small and large superaccumulators" (2015).
 */

/** All floats are multiples of 2^-1074, so sums are integers in that unit. */
const unitExponent = 1074;
/** This many half mantissas (26 bits and a sign) add up without rounding. */
const valuesPerRun = 2 ** 25;
/** Veltkamp's factor, which splits a mantissa into two halves. */
const splitter = 2 ** 27 + 1;
const exponents = 2048;
/** Values with at least this exponent are scaled down, because their sums would overflow. */
const largeExponent = 1900;
const largeScale = 2 ** -128;
const largeScaleBits = 128;

const quotientBits = 72;
/** Means with fewer bits are whole numbers of the unit; other means would be rounded twice. */
const mantissaBits = 53n;

/** Sums of the upper and lower halves of values, by exponent; all zero between calls. */
const uppers = new Float64Array(exponents);
const lowers = new Float64Array(exponents);

/** The sum of finite floats in units of 2^-1074. */
export function exactSum(values: Float64Array): bigint {
  let sum = 0n;
  for (let from = 0; from < values.length; from += valuesPerRun) {
    addRun(values.subarray(from, from + valuesPerRun));
    sum += takeSums();
  }
  return sum;
}

/** The sum of integers that a float holds exactly, in the same unit. */
export function exactInteger(sum: number): bigint {
  return BigInt(sum) << BigInt(unitExponent);
}

/** The mean of `count` values from their exact sum, rounded to the nearest float. */
export function meanOf(sum: bigint, count: number | bigint): number {
  const dividend = sum < 0n ? -sum : sum;
  const divisor = BigInt(count);
  if (dividend < divisor << mantissaBits) {
    const mean = Number(nearestInteger(dividend, divisor)) * 2 ** -unitExponent;
    return sum < 0n ? -mean : mean;
  }
  // The quotient gets more bits than a float has; its last bit represents everything cut off.
  const shift = BigInt(quotientBits - bitsOf(dividend) + bitsOf(divisor));
  const shifted = shift < 0n ? dividend >> -shift : dividend << shift;
  const quotient = shifted / divisor;
  const isWhole = quotient * divisor === shifted && shifted << -shift === dividend;
  const power = -unitExponent - Number(shift);
  // Two factors, because the power itself may overflow.
  const half = Math.trunc(power / 2);
  const mean = Number(isWhole ? quotient : quotient | 1n) * 2 ** half * 2 ** (power - half);
  return sum < 0n ? -mean : mean;
}

function addRun(values: Float64Array): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  for (let i = 0; i < values.length; i++) {
    const exponent = ((words[i * 2 + 1] as number) >>> 20) & (exponents - 1);
    const value = values[i] as number;
    const held = exponent < largeExponent ? value : value * largeScale;
    const product = held * splitter;
    const upper = product - (product - held);
    uppers[exponent] = (uppers[exponent] as number) + upper;
    lowers[exponent] = (lowers[exponent] as number) + (held - upper);
  }
}

function takeSums(): bigint {
  let sum = 0n;
  for (let exponent = 0; exponent < exponents; exponent++) {
    const upper = uppers[exponent] as number;
    const lower = lowers[exponent] as number;
    if (upper === 0 && lower === 0) continue;
    uppers[exponent] = 0;
    lowers[exponent] = 0;
    // Subnormal numbers have the unit of the first exponent.
    const place = Math.max(1, exponent) - 1;
    const heldPlace = exponent < largeExponent ? place : place - largeScaleBits;
    const unit = 2 ** (heldPlace - unitExponent);
    sum += (BigInt(upper / unit) + BigInt(lower / unit)) << BigInt(place);
  }
  return sum;
}

/** The integer nearest to a quotient of positive integers; ties go to the even one. */
function nearestInteger(dividend: bigint, divisor: bigint): bigint {
  const lower = dividend / divisor;
  const twice = (dividend - lower * divisor) * 2n;
  const isUpper = twice > divisor || (twice === divisor && (lower & 1n) === 1n);
  return isUpper ? lower + 1n : lower;
}

function bitsOf(value: bigint): number {
  return value.toString(16).length * 4;
}
