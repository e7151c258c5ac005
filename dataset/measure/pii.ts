/**
 * Personal data in text and in integers. E-mail addresses are counted by Polars; the gate lets
 * through all else that `classify` accepts and little more, and is cheap enough for every value.
 */
import type { Expr } from "nodejs-polars";
import type { PiiKind } from "../../market/profile/schemas.ts";

/**
 * An e-mail address anywhere in a text; JavaScript and Rust read it alike. One character before the
 * `@` is enough: a run of them would take quadratic time over long words.
 */
export const emailPattern = "[A-Za-z0-9._%+-]@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}";

const shapes =
  "(?:\\+?\\(?[0-9][0-9 ()./-]{5,22}[0-9]|[A-Z]{2}[0-9]{2} ?[A-Z0-9 ]{11,34}|(?:[0-9]{1,3}\\.){3}[0-9]{1,3}|[0-9a-fA-F:]*:[0-9a-fA-F:]*:[0-9a-fA-F:]*(?:[0-9]{1,3}\\.){0,3}[0-9]{0,3})";

export const shapeGate = `^${shapes}$`;

/** The same for text inside JSON: the rows that it finds are parsed and looked at. */
export const nestedGate = `"${shapes}"|${emailPattern}`;

/** No other kind is longer. */
const shapeLengthMax = 64;
const emailShape = new RegExp(emailPattern);
const ssnShape = /^(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
const ipv4Shape =
  /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const cardShape = /^[2-6](?:[ -]?\d){12,18}$/;
const ibanShape = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}$/;
const phoneShape =
  /^\+[1-9](?:[ ()./-]{0,2}\d){6,14}$|^\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}$|^1[ .-]\d{3}[ .-]\d{3}[ .-]\d{4}$/;
/** Digits that are a telephone number only where the column says so. */
const barePhoneShape = /^\(?\d(?:[ ()./-]{0,2}\d){6,14}$/;

/** Whether a payment card number has a correct check digit. */
export function passesLuhn(digits: string): boolean {
  return luhnSum(digits) % 10 === 0;
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (i % 2 === 0) sum += digit;
    else sum += digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum;
}

/** Whether an ibanShape has correct check digits (ISO 7064, MOD 97-10). */
function passesMod97(iban: string): boolean {
  const text = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

/** Whether a text is an IPv6 address in any spelling; times such as `12:30:15` are not. */
function isIpv6(text: string): boolean {
  const sides = text.split("::");
  if (sides.length > 2 || !text.includes(":")) return false;
  const groups = sides.flatMap((side) => (side === "" ? [] : side.split(":")));
  const last = groups.at(-1) ?? "";
  const embedded = ipv4Shape.test(last) ? 1 : 0;
  const words = embedded ? groups.slice(0, -1) : groups;
  if (!words.every((word) => /^[0-9a-f]{1,4}$/i.test(word))) return false;
  const count = groups.length + embedded;
  if (sides.length === 1) return count === 8;
  // `::` and `::1` say little; two groups or more are an address that someone wrote down.
  return count >= 2 && count <= 7;
}

/** The kind of personal data that a value is (or, for e-mail addresses, contains), or null. */
export function classify(value: string): PiiKind | null {
  if (emailShape.test(value)) return "email";
  if (value.length > shapeLengthMax) return null;
  if (ssnShape.test(value)) return "us_ssn";
  if (ipv4Shape.test(value) || isIpv6(value)) return "ip_address";
  const compact = value.replaceAll(/[ -]/g, "");
  if (cardShape.test(value) && passesLuhn(compact)) return "payment_card";
  if (ibanShape.test(value) && passesMod97(compact)) return "iban";
  if (phoneShape.test(value)) return "phone";
  return null;
}

/**
 * The kind of personal data that a single value is beyond chance, or null: numbers that pass Luhn's
 * check by accident are told only by a whole column.
 */
export function personalKind(value: string): PiiKind | null {
  const kind = classify(value);
  return kind === "payment_card" ? null : kind;
}

/** The kinds of personal data in a nested JSON value, its keys included. */
function classifyNested(value: unknown): Set<PiiKind> {
  const kinds = new Set<PiiKind>();
  const visit = (inner: unknown): void => {
    if (typeof inner === "string") {
      const kind = classify(inner);
      if (kind) kinds.add(kind);
    } else if (typeof inner === "object" && inner !== null) {
      if (!Array.isArray(inner)) for (const key of Object.keys(inner)) visit(key);
      for (const child of Object.values(inner)) visit(child);
    }
  };
  visit(value);
  return kinds;
}

/** Issuers' number ranges as [digits of the whole number, first and last of the leading digits]. */
const cardRanges: readonly (readonly [length: number, from: number, to: number])[] = [
  [13, 4, 4],
  [14, 300, 305],
  [14, 36, 36],
  [14, 38, 39],
  [15, 34, 34],
  [15, 37, 37],
  [16, 4, 4],
  [16, 51, 55],
  [16, 2221, 2720],
  [16, 3528, 3589],
  [16, 6011, 6011],
  [16, 644, 659],
];

/** Where the ranges of numbers begin and end, in turn and in order. */
const cardBounds = Float64Array.from(
  cardRanges.flatMap(([length, from, to]) => {
    const scale = 10 ** (length - String(from).length);
    return [from * scale, (to + 1) * scale];
  }),
).sort();

/** Whether a column of integers whose largest is `max` may hold card numbers. */
export function mayHoldCards(max: number): boolean {
  return max >= (cardBounds[0] as number);
}

function isCardInteger(value: number): boolean {
  let passed = 0;
  while (passed < cardBounds.length && value >= (cardBounds[passed] as number)) passed++;
  return passed % 2 === 1 && passesLuhnInteger(value);
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

const phoneIntegerMin = 1_000_000;
const phoneIntegerEnd = 1_000_000_000_000_000;
const ssnIntegerMin = 1_010_001;
const ssnIntegerEnd = 900_000_000;

/** Counts the integers that may be telephone numbers, and those that may be social security ones. */
export function bareDigits(column: Expr): [phones: Expr, ssns: Expr] {
  const between = (from: number, end: number): Expr => column.gtEq(from).and(column.lt(end)).sum();
  return [between(phoneIntegerMin, phoneIntegerEnd), between(ssnIntegerMin, ssnIntegerEnd)];
}

const phoneName =
  /phone|mobile|cell(?:ular)?(?:$|[_ -])|(?:^|[_ -])(?:tel|fax|msisdn)|telefon|whatsapp/i;
const ssnName = /(?:^|[_ -])ssn(?:$|[_ -])|social.?security/i;

/** Kinds that chance alone produces: they count only where they are a good part of a column. */
const ratioMin: Readonly<Record<PiiKind, number>> = {
  email: 0,
  us_ssn: 0,
  iban: 0,
  ip_address: 0.05,
  phone: 0.05,
  payment_card: 0.3,
};

/** Digits without further marks say what they are only by the name of their column. */
const namedRatioMin = 0.5;

export type PiiFinding = { kind: PiiKind; count: number; ratio: number };

/** How many values of a column look like personal data, by kind. Exact. */
export class PiiCounts {
  readonly #counts = new Map<PiiKind, number>();
  #barePhones = 0;
  #bareSsns = 0;

  add(kind: PiiKind, count: number): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  addText(value: string): void {
    const kind = classify(value);
    if (kind) this.add(kind, 1);
    else if (value.length < shapeLengthMax && barePhoneShape.test(value)) this.#barePhones++;
  }

  /** Adds the JSON of a nested value; a value counts once for each kind that it holds. */
  addNested(json: string): void {
    for (const kind of classifyNested(JSON.parse(json))) this.add(kind, 1);
  }

  /** Adds what `bareDigits` counts in a column of integers. */
  addBareDigits(phones: number, ssns: number): void {
    this.#barePhones += phones;
    this.#bareSsns += ssns;
  }

  /** Adds the card numbers among integers. Cards have 13 to 16 digits here. */
  addCards(integers: Float64Array): void {
    let cards = 0;
    for (let i = 0; i < integers.length; i++) {
      if (isCardInteger(integers[i] as number)) cards++;
    }
    this.add("payment_card", cards);
  }

  /** The findings of a column that are worth reporting, most frequent first. */
  findings(columnName: string, valueCount: number): PiiFinding[] {
    const ratioOf = (count: number): number => (valueCount === 0 ? 0 : count / valueCount);
    const counts = new Map(this.#counts);
    const addNamed = (kind: PiiKind, count: number, name: RegExp): void => {
      if (count === 0 || ratioOf(count) < namedRatioMin || !name.test(columnName)) return;
      counts.set(kind, (counts.get(kind) ?? 0) + count);
    };
    addNamed("phone", this.#barePhones, phoneName);
    addNamed("us_ssn", this.#bareSsns, ssnName);
    return [...counts]
      .map(([kind, count]) => ({ kind, count, ratio: ratioOf(count) }))
      .filter((finding) => finding.count > 0 && finding.ratio >= ratioMin[finding.kind])
      .sort((a, b) => b.count - a.count);
  }
}
