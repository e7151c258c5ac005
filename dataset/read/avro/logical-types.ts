import { dayMs, daySeconds } from "../../../platform/time.ts";

/** A whole number; a bigint if a number would lose precision. */
type Whole = number | bigint;

/** Prints a value; null if it is outside the years 1 to 9999, or outside the day. */
type Print = (value: Whole) => string | null;

const firstDay = -719_162;
const lastDay = 2_932_896;

export const printLogical: Readonly<Record<string, Print>> = {
  date: dayOf,
  "time-millis": (ms) => timeOf(ms, 1e3),
  "time-micros": (micros) => timeOf(micros, 1e6),
  "timestamp-millis": (ms) => instantOf(ms, 1e3, "Z"),
  "timestamp-micros": (micros) => instantOf(micros, 1e6, "Z"),
  "timestamp-nanos": (nanos) => instantOf(nanos, 1e9, "Z"),
  "local-timestamp-millis": (ms) => instantOf(ms, 1e3, ""),
  "local-timestamp-micros": (micros) => instantOf(micros, 1e6, ""),
  "local-timestamp-nanos": (nanos) => instantOf(nanos, 1e9, ""),
};

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isOfCalendar(days: number): boolean {
  return days >= firstDay && days <= lastDay;
}

function dayOf(days: Whole): string | null {
  const day = Number(days);
  return isOfCalendar(day) ? iso(day * dayMs).slice(0, 10) : null;
}

/**
 * Splits a count with `perSecond` units per second into whole seconds and microseconds; finer parts
 * are cut.
 */
function split(value: Whole, perSecond: number): { seconds: number; micros: number } {
  const beyond = typeof value === "bigint" ? Number(value % BigInt(perSecond)) : value % perSecond;
  const rest = beyond < 0 ? beyond + perSecond : beyond;
  const seconds =
    typeof value === "bigint"
      ? Number((value - BigInt(rest)) / BigInt(perSecond))
      : (value - rest) / perSecond;
  return { seconds, micros: Math.floor((rest * 1e6) / perSecond) };
}

function fractionOf(micros: number): string {
  return micros === 0 ? "" : `.${String(micros).padStart(6, "0").replace(/0+$/, "")}`;
}

function timeOf(value: Whole, perSecond: number): string | null {
  const { seconds, micros } = split(value, perSecond);
  if (seconds < 0 || seconds >= daySeconds) return null;
  return `${iso(seconds * 1000).slice(11, 19)}${fractionOf(micros)}`;
}

function instantOf(value: Whole, perSecond: number, zone: string): string | null {
  const { seconds, micros } = split(value, perSecond);
  if (!isOfCalendar(Math.floor(seconds / daySeconds))) return null;
  return `${iso(seconds * 1000).slice(0, 19)}${fractionOf(micros)}${zone}`;
}

/** Reads a big-endian two's complement number with a decimal scale. */
export function decimalOf(bytes: Buffer, scale: number): number | null {
  if (bytes.length === 0) return null;
  const digits = BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString("hex")}`));
  return Number(`${digits}e-${scale}`);
}
