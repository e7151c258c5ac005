/** Personal data in integer columns, where separators and leading zeros are lost. */
import type { Expr } from "nodejs-polars";
import { cardBounds, isInCardRange, luhnSum } from "./checks.ts";

/** Whether a column of integers with this maximum may contain card numbers. */
export function mayHoldCards(max: number): boolean {
  return max >= (cardBounds[0] as number);
}

/** Whether an integer is a card number by its issuer and check digit; 13 to 16 digits. */
export function isCardInteger(value: number): boolean {
  return isInCardRange(value) && passesLuhnInteger(value);
}

/** Luhn sums of four digits, so that a number needs only four look-ups. */
const luhnSums = Uint8Array.from({ length: 10_000 }, (_, digits) => luhnSum(String(digits)));

function passesLuhnInteger(value: number): boolean {
  let sum = 0;
  for (let rest = value; rest > 0; ) {
    const upper = Math.floor(rest / 10_000);
    sum += luhnSums[rest - upper * 10_000] as number;
    rest = upper;
  }
  return sum % 10 === 0;
}

/** Ranges of telephone numbers and social security numbers as integers; bounds are exclusive. */
const bareRanges = {
  phones: [1_000_000, 1_000_000_000_000_000],
  ssns: [1_010_001, 900_000_000],
} as const;

export type BareKind = keyof typeof bareRanges;

/** Applies the caller's counting to each range. */
export function countBare<Count>(
  countBetween: (from: number, end: number) => Count,
): Record<BareKind, Count> {
  const { phones, ssns } = bareRanges;
  return { phones: countBetween(...phones), ssns: countBetween(...ssns) };
}

/** Counts integers that may be telephone numbers, and those that may be social security numbers. */
export function bareDigits(column: Expr): Record<BareKind, Expr> {
  return countBare((from, end) => column.gtEq(from).and(column.lt(end)).sum());
}

/** No telephone number is smaller. */
export const bareDigitsMin = bareRanges.phones[0];

/** Counts the whole numbers that may be digits which a program wrote as `8028101218.0`. */
export function countBareDigits(decimals: Float64Array): number {
  const [from, end] = bareRanges.phones;
  let count = 0;
  for (let i = 0; i < decimals.length; i++) {
    const value = decimals[i] as number;
    if (value >= from && value < end && Number.isInteger(value)) count++;
  }
  return count;
}

const nationalIdMin = 100_000_000;

/**
 * Whether a column of integers with this maximum may contain national ids of nine or more digits.
 */
export function mayHoldNationalIds(max: number): boolean {
  return max >= nationalIdMin;
}
