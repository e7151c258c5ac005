/** Integers that count seconds, milliseconds or microseconds since 1970. */
import pl, { type Expr } from "nodejs-polars";
import type { TextType } from "./text-type.ts";

/** A unit by its wire name, and the range of counts that are read as times. */
export type EpochUnit = { format: string; min: number; max: number; toMs(count: Expr): Expr };

/** 1990 and 2040: counts outside probably mean something else. */
const minSeconds = 631_152_000;
const maxSeconds = 2_208_988_800;

const units: readonly EpochUnit[] = [
  { format: "unix_s", min: minSeconds, max: maxSeconds, toMs: (count) => count.mul(pl.lit(1000)) },
  { format: "unix_ms", min: minSeconds * 1e3, max: maxSeconds * 1e3, toMs: (count) => count },
];

const timeWords = new Set(
  (
    "at ts time timestamp datetime date epoch unix utc created updated modified deleted published posted " +
    "expires expiry since until seen login mtime ctime atime posix"
  ).split(" "),
);
const otherWords = new Set(
  "duration elapsed took ns nanos nanoseconds us micros cpu wall id count size".split(" "),
);

/** Whether a column's name indicates times: `createdAt`, `last_seen`, `ts`. */
export function isTimeName(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => timeWords.has(word)) && !words.some((word) => otherWords.has(word));
}

/** The unit in which all counts between two values are times; null if there is none. */
export function epochUnitOf(min: number, max: number): EpochUnit | null {
  return units.find((unit) => min >= unit.min && max <= unit.max) ?? null;
}

/** Converts counts to times in UTC; null for counts out of range. */
export function epochTimes(count: Expr, unit: EpochUnit): Expr {
  const isTime = count.gtEq(pl.lit(unit.min)).and(count.ltEq(pl.lit(unit.max)));
  const times = unit.toMs(count).cast(pl.Datetime("ms", "UTC"));
  return pl.when(isTime).then(times).otherwise(pl.lit(null));
}

/** The epoch types that a column's first value allows, if its name indicates times. */
export function epochTypesOf(value: string, columnName: string): TextType[] {
  if (!/^[1-9][0-9]{8,12}$/.test(value) || !isTimeName(columnName)) return [];
  const unit = epochUnitOf(Number(value), Number(value));
  return unit ? [typeOf(unit)] : [];
}

function typeOf(unit: EpochUnit): TextType {
  return {
    type: "datetime",
    pattern: `^[1-9][0-9]{${String(unit.min).length - 1},${String(unit.max).length - 1}}$`,
    format: unit.format,
    cast: (text) => epochTimes(text.cast(pl.Int64, false), unit),
    suspects: (text) => text.str.contains("^[+0]").sum(),
  };
}
