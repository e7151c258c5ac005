/** How values of different files meet: as a person would join them. Pure. */

/** Of a longer value so much is hashed. */
export const JOIN_VALUE_CHARS_MAX = 256;

const plain = /^[\x21-\x7e]*$/;
const wholeNumber = /^([+-]?)0*(\d+?)(?:\.0*)?$/;

/**
 * A value in the form in which it is compared: without blanks around it, in lower case and NFKC, and
 * whole numbers without leading zeros and fraction: `00501`, `501` and `501.0` are one. Null for blanks.
 */
export function joinValue(text: string): string | null {
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

/** Whether the text of a number has no fraction. */
export function isWhole(text: string): boolean {
  return wholeNumber.test(text);
}
