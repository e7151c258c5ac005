import type { ColumnType } from "../../market/profile/schemas.ts";

/** Date and time, fraction of a second, and zone, as Polars prints them. */
const printedDateTime = /^([^.]*?)(\.\d+)?([+-]\d\d:\d\d)?$/;

/**
 * Converts Polars' `2020-01-05 10:00:00.000000+00:00` to RFC 3339; adds no zone if there is none.
 */
export function isoDateTime(text: string): string {
  const [, time = text, fraction = "", zone = ""] = printedDateTime.exec(text) ?? [];
  const shortened = fraction.replace(/\.?0+$/, "");
  return `${time.replace(" ", "T")}${shortened}${zone === "+00:00" ? "Z" : zone}`;
}

const offset = /[+-]\d\d:\d\d$/;

/** Compares two printed dates or times, which may have different zone offsets. */
function isEarlier(one: string, other: string): boolean {
  if (!offset.test(one) || one.slice(-6) === other.slice(-6)) return one < other;
  const [first, second] = [Date.parse(isoDateTime(one)), Date.parse(isoDateTime(other))];
  // Equal milliseconds: the printed fractions decide.
  if (first === second) return fractionOf(one) < fractionOf(other);
  return first < second;
}

/** A minimum or maximum. A time is kept as it is printed. */
export type Extreme = number | bigint | string;

export function isLess(one: Extreme, other: Extreme): boolean {
  return typeof one === "string" && typeof other === "string" ? isEarlier(one, other) : one < other;
}

function fractionOf(printed: string): string {
  return printedDateTime.exec(printed)?.[2] ?? "";
}

const nanosPerMs = 1_000_000n;

/**
 * Prints nanoseconds since 1970 as `2020-01-05T10:00:00.5`; a value beyond the calendar as a
 * number.
 */
export function printEpoch(nanos: bigint): string {
  const ms = nanos / nanosPerMs - (nanos % nanosPerMs < 0n ? 1n : 0n);
  const date = new Date(Number(ms));
  if (Number.isNaN(date.getTime())) return `${nanos}`;
  const rest = `${nanos - ms * nanosPerMs}`.padStart(6, "0");
  return isoDateTime(`${date.toISOString().slice(0, -1)}${rest}`);
}

const secondNanos = 1_000_000_000n;

/** Prints months, days and nanoseconds as an ISO 8601 duration, such as `P3M4DT0.5S`. */
export function isoDuration(months: number, days: number, nanos: bigint): string {
  const seconds = nanos / secondNanos;
  const fraction = `${nanos % secondNanos}`.replace("-", "").padStart(9, "0").replace(/0+$/, "");
  const date = `${months === 0 ? "" : `${months}M`}${days === 0 ? "" : `${days}D`}`;
  const sign = nanos < 0n && seconds === 0n ? "-" : "";
  const time = nanos === 0n ? "" : `T${sign}${seconds}${fraction === "" ? "" : `.${fraction}`}S`;
  return date === "" && time === "" ? "PT0S" : `P${date}${time}`;
}

/** Returns an integer as a number, or as a string of digits if a number would lose precision. */
export function integerValue(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** Returns a float as a number; NaN and infinities, which JSON lacks, as strings. */
export function numberValue(value: number): number | string {
  if (Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
}

/** Spelled as Polars prints them. */
const infinities: ReadonlyMap<string, number> = new Map([
  ["inf", Number.POSITIVE_INFINITY],
  ["-inf", Number.NEGATIVE_INFINITY],
]);

/** Parses a value that a cast printed as text. */
export function parsePrinted(text: string, type: ColumnType): string | number | boolean {
  switch (type) {
    case "integer":
      return /^[+-]?\d+$/.test(text) ? integerValue(BigInt(text)) : numberValue(Number(text));
    case "number":
      return numberValue(infinities.get(text) ?? Number(text));
    case "boolean":
      return text === "true";
    case "datetime":
      return isoDateTime(text);
    default:
      return text;
  }
}

/** Serialises a nested value; integers beyond 2^53 become strings. */
export function nestedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === "bigint") return inner.toString();
    if (typeof inner === "number") return numberValue(inner);
    return inner;
  });
}
