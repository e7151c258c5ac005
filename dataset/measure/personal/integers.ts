/** Personal data among whole numbers, as columns of them are read: without marks and leading zeros. */
import type { Expr } from "nodejs-polars";
import { cardBounds, isInCardRange, luhnSum } from "./checks.ts";

/** Whether a column of integers whose largest is `max` may hold card numbers. */
export function mayHoldCards(max: number): boolean {
  return max >= (cardBounds[0] as number);
}

/** Whether a whole number is a card's by its issuer and check digit. Cards have 13 to 16 digits here. */
export function isCardInteger(value: number): boolean {
  return isInCardRange(value) && passesLuhnInteger(value);
}

/** Luhn sums of four digits; a column of numbers is checked by four look-ups each. */
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

/** Where whole numbers may be telephone numbers, and where social security ones; the ends are outside. */
const bareRanges = {
  phones: [1_000_000, 1_000_000_000_000_000],
  ssns: [1_010_001, 900_000_000],
} as const;

export type BareKind = keyof typeof bareRanges;

/** The integers of each range, which are counted by whoever reads them. */
export function countBare<Count>(
  countBetween: (from: number, end: number) => Count,
): Record<BareKind, Count> {
  const { phones, ssns } = bareRanges;
  return { phones: countBetween(...phones), ssns: countBetween(...ssns) };
}

/** Counts the integers that may be telephone numbers, and those that may be social security ones. */
export function bareDigits(column: Expr): Record<BareKind, Expr> {
  return countBare((from, end) => column.gtEq(from).and(column.lt(end)).sum());
}

const nationalIdMin = 100_000_000;

/** Whether a column of integers whose largest is `max` may hold national ids of nine digits or more. */
export function mayHoldNationalIds(max: number): boolean {
  return max >= nationalIdMin;
}
