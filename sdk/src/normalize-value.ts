/** Normalises values so that they match across files the way a person would join them. Pure. */

/** Only the first characters (code points) of a longer value count. */
export const VALUE_CHARS_MAX = 256;

const plain = /^[\x21-\x7e]*$/;
/** Linear in the text's length: the digits after `0*` have one beginning. */
const wholeNumber = /^([+-]?)0*(0|[1-9]\d*)(?:\.0*)?$/;

/**
 * The normalised form of a value: trimmed, lower case, NFKC, whole numbers without leading zeros
 * and fraction: `00501`, `501` and `501.0` are equal. Null for blanks.
 */
export function normalizeValue(text: string): string | null {
  const code = text.charCodeAt(0);
  const isNumeric = code < 58 && code >= 43;
  if (isNumeric) {
    const number = wholeNumber.exec(text);
    if (number) return wholeOf(number);
  }
  if (plain.test(text)) return text === "" ? null : text.toLowerCase();
  const clean = text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
  if (clean === "") return null;
  const number = wholeNumber.exec(clean);
  return number ? wholeOf(number) : clean;
}

function wholeOf([, sign = "", digits = ""]: RegExpExecArray): string {
  return sign === "-" && digits !== "0" ? `-${digits}` : digits;
}

/** Whether a number's text has no fraction. */
export function isWhole(text: string): boolean {
  return wholeNumber.test(text);
}
