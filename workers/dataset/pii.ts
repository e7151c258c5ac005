import type { PiiKind } from "../../market/profile/schemas.ts";

/**
 * Personal data in text. E-mail addresses are counted by Polars; the gate lets through all else that
 * `classify` accepts and little more, and is cheap enough for every value of a file.
 */

/**
 * An e-mail address anywhere in a text; JavaScript and Rust read it alike. One character before the
 * `@` is enough: a run of them would take quadratic time over long words.
 */
export const EMAIL_PATTERN = "[A-Za-z0-9._%+-]@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}";

export const SHAPE_GATE =
  "^(?:\\+?\\(?[0-9][0-9 ().-]{5,22}[0-9]|[A-Z]{2}[0-9]{2} ?[A-Z0-9 ]{11,34}|(?:[0-9]{1,3}\\.){3}[0-9]{1,3}|[0-9a-fA-F:]{6,39})$";

/** No other kind is longer. */
const SHAPE_LENGTH_MAX = 64;
const EMAIL = new RegExp(EMAIL_PATTERN);
const SSN = /^(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const IPV6 =
  /^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$|^(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}$/i;
const CARD = /^[3-6](?:[ -]?\d){12,18}$/;
const IBAN = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}$/;
const PHONE =
  /^\+[1-9](?:[ ().-]{0,2}\d){6,14}$|^\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}$|^1[ .-]\d{3}[ .-]\d{3}[ .-]\d{4}$/;

/** Whether a payment card number has a correct check digit. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (i % 2 === 0) sum += digit;
    else sum += digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** Whether an IBAN has correct check digits (ISO 7064, MOD 97-10). */
export function passesMod97(iban: string): boolean {
  const text = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

/** The kind of personal data that a value is (or, for e-mail addresses, contains), or null. */
export function classify(value: string): PiiKind | null {
  if (EMAIL.test(value)) return "email";
  if (value.length > SHAPE_LENGTH_MAX) return null;
  if (SSN.test(value)) return "us_ssn";
  if (IPV4.test(value) || IPV6.test(value)) return "ip_address";
  const compact = value.replaceAll(/[ -]/g, "");
  if (CARD.test(value) && passesLuhn(compact)) return "payment_card";
  if (IBAN.test(value) && passesMod97(compact)) return "iban";
  if (PHONE.test(value)) return "phone";
  return null;
}

/** Kinds that chance alone produces: they count only where they are a good part of a column. */
const RATIO_MIN: Readonly<Record<PiiKind, number>> = {
  email: 0,
  us_ssn: 0,
  iban: 0,
  ip_address: 0.05,
  phone: 0.05,
  payment_card: 0.3,
};

/** The findings of a column that are worth reporting, most frequent first. */
export function piiFindings(
  counts: ReadonlyMap<PiiKind, number>,
  valueCount: number,
): { kind: PiiKind; count: number; ratio: number }[] {
  return [...counts]
    .map(([kind, count]) => ({ kind, count, ratio: valueCount === 0 ? 0 : count / valueCount }))
    .filter((finding) => finding.count > 0 && finding.ratio >= RATIO_MIN[finding.kind])
    .sort((a, b) => b.count - a.count);
}
