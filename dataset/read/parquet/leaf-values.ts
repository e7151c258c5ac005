/**
 * Converts values of Parquet's physical types to what their column means, exact to the last digit.
 */
import pl, { type Series } from "nodejs-polars";
import type { ColumnType } from "../../../market/profile/schemas.ts";
import { dayMs } from "../../../platform/time.ts";
import { integerValue, isoDuration, numberValue, printEpoch } from "../../base/values.ts";

/** A schema element's statements about its values. */
export type LeafElement = {
  type?: string | undefined;
  converted_type?: string | undefined;
  logical_type?: { type: string; [key: string]: unknown } | undefined;
  scale?: number | undefined;
};

type Raw = number | bigint | boolean | string | Uint8Array;

/** How a leaf's values are shown inside nested values, and stored as a column of their own. */
export type LeafReader = {
  type: ColumnType;
  wire(raw: Raw): unknown;
  series(name: string, values: readonly (Raw | null | undefined)[]): Series;
};

const nanosPerDay = BigInt(dayMs) * 1_000_000n;

/** Ticks per second of the units of times and timestamps. */
const perSecond: Readonly<Record<string, bigint>> = {
  MILLIS: 1000n,
  MICROS: 1_000_000n,
  NANOS: 1_000_000_000n,
};

const utf8 = new TextDecoder();

const present = <T>(
  values: readonly (Raw | null | undefined)[],
  of: (raw: Raw) => T,
): (T | null)[] => values.map((raw) => (raw === null || raw === undefined ? null : of(raw)));

/**
 * nodejs-polars does not accept signed 64-bit integers next to missing values, but it does accept
 * unsigned ones.
 */
function signedSeries(name: string, values: readonly (bigint | null)[]): Series {
  const unsigned = values.map((value) => (value === null ? null : BigInt.asUintN(64, value)));
  const held = pl.Series(name, unsigned, pl.UInt64).toFrame();
  return held.select(pl.col(name).reinterpret(true).alias(name)).getColumn(name);
}

function textLeaf(type: ColumnType, print: (raw: Raw) => string): LeafReader {
  return {
    type,
    wire: print,
    series: (name, values) => pl.Series(name, present(values, print), pl.Utf8),
  };
}

function integerLeaf(isSigned: boolean, bits: number): LeafReader {
  const whole = (raw: Raw): bigint =>
    isSigned
      ? BigInt.asIntN(64, BigInt(raw as bigint))
      : BigInt.asUintN(bits, BigInt(raw as bigint));
  return {
    type: "integer",
    wire: (raw) => integerValue(whole(raw)),
    series: (name, values) =>
      isSigned
        ? signedSeries(name, present(values, whole))
        : pl.Series(name, present(values, whole), pl.UInt64),
  };
}

function numberLeaf(of: (raw: Raw) => number, wire: (raw: Raw) => unknown): LeafReader {
  return {
    type: "number",
    wire,
    series: (name, values) => pl.Series(name, present(values, of), pl.Float64),
  };
}

const floatLeaf = numberLeaf(Number, (raw) => numberValue(Number(raw)));

const booleanLeaf: LeafReader = {
  type: "boolean",
  wire: Boolean,
  series: (name, values) => pl.Series(name, present(values, Boolean), pl.Bool),
};

const dateLeaf: LeafReader = {
  type: "date",
  wire: (raw) => printEpoch(BigInt(raw as number) * nanosPerDay).slice(0, 10),
  series: (name, values) => pl.Series(name, present(values, Number), pl.Int32).cast(pl.Date),
};

function timeLeaf(unit: string): LeafReader {
  const perTick = 1_000_000_000n / (perSecond[unit] ?? 1n);
  const nanos = (raw: Raw): bigint => BigInt(raw as bigint) * perTick;
  return {
    type: "time",
    wire: (raw) => printEpoch(nanos(raw)).slice("1970-01-01T".length),
    series: (name, values) => signedSeries(name, present(values, nanos)).cast(pl.Time),
  };
}

function timestampLeaf(unit: string, isUtc: boolean): LeafReader {
  const perTick = 1_000_000_000n / (perSecond[unit] ?? 1n);
  const ticks = (raw: Raw): bigint => BigInt(raw as bigint);
  const zone = isUtc ? "UTC" : undefined;
  const polarsUnit = ({ MILLIS: "ms", MICROS: "us", NANOS: "ns" } as const)[unit] ?? "us";
  return {
    type: "datetime",
    wire: (raw) => `${printEpoch(ticks(raw) * perTick)}${isUtc ? "Z" : ""}`,
    series: (name, values) =>
      signedSeries(name, present(values, ticks)).cast(pl.Datetime(polarsUnit, zone)),
  };
}

/** Days and nanoseconds of a day. Only microseconds fit all these times into 64 bits. */
const int96Leaf: LeafReader = {
  ...timestampLeaf("NANOS", false),
  series: (name, values) =>
    timestampLeaf("MICROS", false).series(
      name,
      present(values, (nanos) => BigInt.asIntN(64, floorMicros(BigInt(nanos as bigint)))),
    ),
};

function floorMicros(nanos: bigint): bigint {
  return (nanos - (((nanos % 1000n) + 1000n) % 1000n)) / 1000n;
}

function decimalLeaf(scale: number): LeafReader {
  const print = (raw: Raw): string => printDecimal(wholeOf(raw), scale);
  return numberLeaf((raw) => Number(print(raw)), print);
}

/** The number itself, or the two's complement of big-endian bytes. */
function wholeOf(raw: Raw): bigint {
  if (!(raw instanceof Uint8Array)) return BigInt(raw as number);
  if (raw.length === 0) return 0n;
  return BigInt.asIntN(raw.length * 8, BigInt(`0x${hexOf(raw)}`));
}

function printDecimal(whole: bigint, scale: number): string {
  if (scale <= 0) return `${whole}`;
  const digits = `${whole < 0n ? -whole : whole}`.padStart(scale + 1, "0");
  return `${whole < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

function printUuid(raw: Raw): string {
  return hexOf(raw as Uint8Array).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Three little-endian numbers: months, days and milliseconds. */
function printInterval(raw: Raw): string {
  const bytes = raw as Uint8Array;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [months, days, ms] = [0, 4, 8].map((at) => view.getUint32(at, true));
  return isoDuration(months ?? 0, days ?? 0, BigInt(ms ?? 0) * 1_000_000n);
}

function parseFloat16(raw: Raw): number {
  const [low = 0, high = 0] = raw as Uint8Array;
  const sign = high & 0x80 ? -1 : 1;
  const exponent = (high >> 2) & 0x1f;
  const fraction = ((high & 3) << 8) | low;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * 2 ** -24 * fraction;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}

const decodeText = (raw: Raw): string =>
  typeof raw === "string" ? raw : utf8.decode(raw as Uint8Array);

/** Bytes without a stated meaning: distinguished by their digits, and never shown. */
const binaryLeaf: LeafReader = {
  ...textLeaf("binary", (raw) => hexOf(raw as Uint8Array)),
  wire: () => "[binary]",
};

const uuidLeaf = textLeaf("string", printUuid);
const plainTextLeaf = textLeaf("string", decodeText);
const float16Leaf = numberLeaf(parseFloat16, (raw) => numberValue(parseFloat16(raw)));

const byConverted: Readonly<Record<string, LeafReader>> = {
  UTF8: plainTextLeaf,
  ENUM: plainTextLeaf,
  JSON: plainTextLeaf,
  DATE: dateLeaf,
  TIME_MILLIS: timeLeaf("MILLIS"),
  TIME_MICROS: timeLeaf("MICROS"),
  TIMESTAMP_MILLIS: timestampLeaf("MILLIS", true),
  TIMESTAMP_MICROS: timestampLeaf("MICROS", true),
  UINT_8: integerLeaf(false, 32),
  UINT_16: integerLeaf(false, 32),
  UINT_32: integerLeaf(false, 32),
  UINT_64: integerLeaf(false, 64),
  INTERVAL: textLeaf("string", printInterval),
};

const byLogical: Readonly<Record<string, LeafReader>> = {
  STRING: plainTextLeaf,
  ENUM: plainTextLeaf,
  JSON: plainTextLeaf,
  UUID: uuidLeaf,
  DATE: dateLeaf,
  FLOAT16: float16Leaf,
};

const byPhysical: Readonly<Record<string, LeafReader>> = {
  BOOLEAN: booleanLeaf,
  INT32: integerLeaf(true, 32),
  INT64: integerLeaf(true, 64),
  INT96: int96Leaf,
  FLOAT: floatLeaf,
  DOUBLE: floatLeaf,
};

/**
 * Chooses the reader of a leaf's values by its logical type, its older converted type, or its
 * physical type.
 */
export function leafReader({
  type = "",
  converted_type: converted = "",
  logical_type: logical,
  scale = 0,
}: LeafElement): LeafReader {
  const unit = String(logical?.unit ?? "");
  const isUtc = logical?.isAdjustedToUTC === true;
  if (logical?.type === "TIMESTAMP") return timestampLeaf(unit, isUtc);
  if (logical?.type === "TIME") return timeLeaf(unit);
  if (logical?.type === "INTEGER" && logical.isSigned === false) {
    return integerLeaf(false, logical.bitWidth === 64 ? 64 : 32);
  }
  if (logical?.type === "DECIMAL") return decimalLeaf(Number(logical.scale ?? scale));
  if (converted === "DECIMAL") return decimalLeaf(scale);
  return byLogical[logical?.type ?? ""] ?? byConverted[converted] ?? byPhysical[type] ?? binaryLeaf;
}
