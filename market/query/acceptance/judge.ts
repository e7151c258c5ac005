/** Compares a contract's figures with what it expects. Pure. */

import { percentMark } from "../../acceptance/result-words.ts";
import type { AcceptanceResult } from "../../acceptance/results.ts";
import type { Expected } from "./compile.ts";

export type Figure = number | string | boolean | null;
type Scalar = number | string | boolean;

/** No figure, for example the maximum of no rows, satisfies no condition. */
export function holds(figure: Figure, { operator, value }: Expected): boolean {
  if (figure === null) return false;
  const [low, high = low] = [value].flat();
  if (low === undefined || high === undefined) return false;
  const toLow = compared(figure, low);
  const toHigh = compared(figure, high);
  if (Number.isNaN(toLow) || Number.isNaN(toHigh)) return false;
  const isBetween = toLow >= 0 && toHigh <= 0;
  const outcomes = {
    mustBe: toLow === 0,
    mustNotBe: toLow !== 0,
    mustBeGreaterThan: toLow > 0,
    mustBeGreaterOrEqualTo: toLow >= 0,
    mustBeLessThan: toLow < 0,
    mustBeLessOrEqualTo: toLow <= 0,
    mustBeBetween: isBetween,
    mustNotBeBetween: !isBetween,
  } satisfies Record<Expected["operator"], boolean>;
  return outcomes[operator];
}

/** Negative, 0, positive, or NaN for values of different kinds. Whole numbers beyond 2^53 come as text. */
function compared(figure: Scalar, value: Scalar): number {
  if (typeof value === "number") {
    const number = typeof figure === "boolean" ? Number.NaN : Number(figure);
    return number - value;
  }
  if (typeof value === "boolean" || typeof figure !== "string") {
    return figure === value ? 0 : Number.NaN;
  }
  return figure < value ? -1 : Number(figure > value);
}

/** `mustBeBetween 1 and 5`, `mustBeLessThan 5 percent` */
export function expectedWords({ operator, value, isPercent = false }: Expected): string {
  return `${operator} ${[value].flat().join(" and ")}${isPercent ? percentMark : ""}`;
}

const PROBE_DIGITS = 2;

/**
 * What a buyer whose contract failed sees: the file is not theirs, so a figure about its values is rounded,
 * and a text is withheld.
 */
export function withoutPayment(result: AcceptanceResult): AcceptanceResult {
  const { figure, is_probe: isProbe } = result;
  if (!isProbe || figure === null || typeof figure === "boolean") return result;
  if (typeof figure === "string") return { ...result, figure: null };
  return { ...result, figure: Number(figure.toPrecision(PROBE_DIGITS)) };
}
