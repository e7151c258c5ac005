/** Converts a filter's value to a literal of its column's type, or explains why it cannot. Pure. */
import type { ColumnKind, Literal, ValueKind } from "./plan.ts";

export type FilterValue = string | number | boolean;
type Read = (given: FilterValue) => Literal | null;

const wholeNumber = /^-?\d{1,39}$/;
const day = /^\d{4}-\d\d-\d\d$/;
const timeOfDay = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?$/;
const instant =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i;
const dayMs = 86_400_000;

/** The expected form of each type's values, for error messages. */
const wanted: Record<ColumnKind, string> = {
  boolean: "true or false",
  integer: "a number, or an integer as a string of digits",
  number: "a number",
  string: "a string",
  date: 'a date such as "2026-01-31"',
  datetime: 'a time such as "2026-01-31T09:30:00Z", or a date',
  time: 'a time of day such as "09:30:00"',
  binary: "nothing: it can only be tested with is_null",
  array: "nothing: it can only be tested with is_null",
  object: "nothing: it can only be tested with is_null",
};

const readers: Partial<Record<ValueKind, Read>> = {
  boolean: (given) => (typeof given === "boolean" ? { of: "boolean", value: given } : null),
  integer: readInteger,
  number: readNumber,
  decimal: readNumber,
  string: (given) => (typeof given === "string" ? { of: "string", value: given } : null),
  date: (given) => (typeof given === "string" && day.test(given) ? readDate(given) : null),
  datetime: (given) => (typeof given === "string" ? readInstant(given) : null),
  time: (given) => (typeof given === "string" ? readTime(given) : null),
};

export const isComparable = (kind: ValueKind): boolean => readers[kind] !== undefined;

/** The expected form of a value that compares with one of this kind. */
export function wantedOf(kind: ValueKind): string {
  return wanted[kind === "decimal" || kind === "null" ? "number" : kind];
}

/** The literal, or null if the value does not match the kind. */
export function readLiteral(given: FilterValue, kind: ValueKind): Literal | null {
  return readers[kind]?.(given) ?? null;
}

/**
 * A fraction is not an integer but may bound one. A number that JSON may have rounded is refused.
 */
function readInteger(given: FilterValue): Literal | null {
  if (typeof given === "string") {
    return wholeNumber.test(given) ? { of: "integer", digits: String(BigInt(given)) } : null;
  }
  if (typeof given !== "number") return null;
  return Number.isSafeInteger(given)
    ? { of: "integer", digits: String(given) }
    : { of: "number", value: given };
}

/** Integers above 2^53 come as strings, as in answers. */
function readNumber(given: FilterValue): Literal | null {
  if (typeof given === "number") return { of: "number", value: given };
  return typeof given === "string" && wholeNumber.test(given)
    ? { of: "number", value: Number(given) }
    : null;
}

function readDate(given: string): Literal | null {
  const ms = epochMs(given);
  return ms === null ? null : { of: "date", digits: String(ms / dayMs) };
}

/** Without an offset, the time is in UTC or in the column's own clock. */
function readInstant(given: string): Literal | null {
  const found = instant.exec(given);
  if (found === null) return null;
  const [, date = "", hours = "00", minutes = "00", seconds = "00", fraction = "", zone] = found;
  const midnightMs = epochMs(date);
  const clockMs = clockOf(hours, minutes, seconds);
  if (midnightMs === null || clockMs === null) return null;
  const micros = BigInt(midnightMs + clockMs - offsetMs(zone)) * 1000n;
  return { of: "datetime", digits: String(micros + BigInt(fraction.padEnd(6, "0"))) };
}

function readTime(given: string): Literal | null {
  const found = timeOfDay.exec(given);
  if (found === null) return null;
  const [, hours = "", minutes = "", seconds = "00", fraction = ""] = found;
  const clockMs = clockOf(hours, minutes, seconds);
  if (clockMs === null) return null;
  const nanos = BigInt(clockMs) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
  return { of: "time", digits: String(nanos) };
}

/** Milliseconds since 1970; null for a day that does not exist. */
function epochMs(date: string): number | null {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(date) ? null : ms;
}

function clockOf(hours: string, minutes: string, seconds: string): number | null {
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}
