/** Finds the end and the kind of JSON numbers from their bytes. */
import { LOWER_E, MINUS, NINE, PLUS, POINT, UPPER_E, ZERO } from "../bytes.ts";
import { FRACTION, INTEGER } from "./kinds.ts";

/** Numbers with up to this many digits keep all of them. */
export const EXACT_DIGITS_MAX = 15;

/** Index after the digits that begin at `from`. */
export function endOfDigits(block: Uint8Array, from: number): number {
  let at = from;
  for (let byte = block[at] as number; byte >= ZERO && byte <= NINE; byte = block[at] as number) {
    at++;
  }
  return at;
}

export function isExponent(byte: number | undefined): boolean {
  return byte === LOWER_E || byte === UPPER_E;
}

/** Index after the number at `from`; -1 if it is not a JSON number. */
export function endOfNumber(block: Uint8Array, from: number): number {
  const digitsFrom = block[from] === MINUS ? from + 1 : from;
  let end = endOfDigits(block, digitsFrom);
  if (end === digitsFrom || (end - digitsFrom > 1 && block[digitsFrom] === ZERO)) return -1;
  if (block[end] === POINT) {
    const fraction = end + 1;
    end = endOfDigits(block, fraction);
    if (end === fraction) return -1;
  }
  if (!isExponent(block[end])) return end;
  const exponent = block[end + 1] === MINUS || block[end + 1] === PLUS ? end + 2 : end + 1;
  end = endOfDigits(block, exponent);
  return end === exponent ? -1 : end;
}

/** The kind of a number; null for an integer that a number may not hold exactly. */
export function kindOfNumber(block: Uint8Array, from: number, end: number): number | null {
  const digitsFrom = block[from] === MINUS ? from + 1 : from;
  const wholeEnd = endOfDigits(block, digitsFrom);
  if (wholeEnd === end) return end - digitsFrom > EXACT_DIGITS_MAX ? null : INTEGER;
  const isShort = end - digitsFrom <= EXACT_DIGITS_MAX;
  const isFraction = block[wholeEnd] === POINT && endOfDigits(block, wholeEnd + 1) === end;
  if (isShort && isFraction && block[end - 1] !== ZERO) return FRACTION;
  const text = Buffer.from(block.buffer, block.byteOffset + from, end - from).toString("latin1");
  return Number.isInteger(Number(text)) ? INTEGER : FRACTION;
}
