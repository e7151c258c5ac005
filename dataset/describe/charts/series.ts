/** The main column of a time series by period: mean, smallest, largest, missing. */
import pl from "nodejs-polars";
import { SERIES_LINES_MAX } from "../../../market/profile/chart-limits.ts";
import type { Series } from "../../../market/profile/charts.ts";
import type { ColumnProfile, Profile } from "../../../market/profile/schemas.ts";
import { dayMs } from "../../../platform/time.ts";
import { keyOf, wordsOf } from "../../measure/hash-sketch.ts";
import type { SampledColumn } from "../../measure/row-sample.ts";
import type { TableScan } from "../../measure/scan-table.ts";
import { isYear, mainNumber, mainTime } from "./choose-columns.ts";
import { type Periods, periodAt, periodsOf } from "./periods.ts";

const periodsMin = 8;
/** Times that repeat more often are those of events, not of a series. */
const distinctRatioMin = 0.5;
/** With fewer periods that hold a time, longer ones are tried. */
const filledRatioMin = 0.5;
/** In a paid file, fewer values would be revealed by their mean, as in `clear-figures.ts`. */
const paidValuesMin = 10;
const paidDistinctMin = 3;
const yearsMax = 9999;

type Sources = { time: ColumnProfile; number: ColumnProfile };
type Cells = { times: Float64Array; numbers: Float64Array; rows: number };

/** Null if the table is no time series, or a paid one may not show it. */
export function seriesOf(scan: TableScan, profile: Profile, paid: boolean): Series | null {
  const sources = sourcesOf(profile);
  if (sources === null) return null;
  const { time, number } = sources;
  if (paid && number.mean === null) return null;
  const times = sampledOf(scan, time);
  const numbers = sampledOf(scan, number);
  if (times === null || numbers === null) return null;
  const cells = {
    times: instantsOf(times, time),
    numbers: numbers.codes,
    rows: scan.rowSample.rows,
  };
  const periods = choosePeriods(cells, time, paid);
  if (periods === null || periods.starts.length < periodsMin) return null;
  const places = placesOf(cells, periods);
  const whole = summarize(cells, places, periods.starts.length, paid);
  if (whole.means.filter((mean) => mean !== null).length < periodsMin) return null;
  const { means, lows, highs, missing } = whole;
  return {
    time: time.name,
    column: number.name,
    unit: number.unit ?? null,
    method: scan.rowSample.exact ? "exact" : "sample",
    ...periods,
    means,
    range: paid ? null : { lows, highs },
    missing,
    groups: groupsOf(scan, profile, sources, { cells, places, many: means.length, paid }),
  };
}

function sourcesOf({ columns, keys, row_count: rows }: Profile): Sources | null {
  const time = mainTime(columns);
  const number =
    time &&
    mainNumber(
      columns.filter((column) => column !== time),
      rows,
    );
  if (!time || !number) return null;
  const isKey = (keys ?? []).some((key) => key.columns.includes(time.name));
  const distinct = time.distinct_count ?? 0;
  if (distinct < periodsMin || (!isKey && distinct < rows * distinctRatioMin)) return null;
  return { time, number };
}

function sampledOf(scan: TableScan, { index }: ColumnProfile): SampledColumn | null {
  return scan.rowSample.columns.find((column) => column.index === index) ?? null;
}

/** Milliseconds since 1970; NaN where the time is missing. */
function instantsOf({ codes }: SampledColumn, column: ColumnProfile): Float64Array {
  if (isYear(column)) {
    return codes.map((year) =>
      year >= 1 && year <= yearsMax ? new Date(0).setUTCFullYear(year, 0, 1) : Number.NaN,
    );
  }
  return column.type === "date" ? codes.map((day) => day * dayMs) : codes;
}

function choosePeriods({ times, rows }: Cells, time: ColumnProfile, paid: boolean): Periods | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const at of times) {
    if (at < from) from = at;
    if (at > to) to = at;
  }
  if (!(to > from)) return null;
  const msMin = paid ? ((to - from) / rows) * 2 * paidValuesMin : 0;
  const able = periodsOf({ from, to }, time.dates?.granularity ?? "year", msMin);
  const isFilled = ({ starts }: Periods) => {
    const filled = new Set(times.map((at) => periodAt(starts, at)));
    return filled.size >= starts.length * filledRatioMin;
  };
  return able.find(isFilled) ?? able[0] ?? null;
}

/** The period of each row; -1 for a row without a time. */
function placesOf({ times }: Cells, { starts }: Periods): Int32Array {
  return Int32Array.from(times, (time) => (Number.isNaN(time) ? -1 : periodAt(starts, time)));
}

type Summary = {
  means: (number | null)[];
  lows: (number | null)[];
  highs: (number | null)[];
  missing: number[];
};

function summarize(
  { numbers }: Pick<Cells, "numbers">,
  places: Int32Array,
  many: number,
  paid: boolean,
): Summary {
  const sums = new Float64Array(many);
  const counts = new Uint32Array(many);
  const lows = new Float64Array(many).fill(Number.POSITIVE_INFINITY);
  const highs = new Float64Array(many).fill(Number.NEGATIVE_INFINITY);
  const missing = new Array<number>(many).fill(0);
  const different = Array.from({ length: paid ? many : 0 }, () => new Set<number>());
  for (const [row, at] of places.entries()) {
    const value = numbers[row] as number;
    if (at < 0) continue;
    if (!Number.isFinite(value)) {
      missing[at] = (missing[at] ?? 0) + 1;
      continue;
    }
    sums[at] = (sums[at] as number) + value;
    counts[at] = (counts[at] as number) + 1;
    if (value < (lows[at] as number)) lows[at] = value;
    if (value > (highs[at] as number)) highs[at] = value;
    different[at]?.add(value);
  }
  const mayShow = (at: number): boolean =>
    !paid ||
    ((counts[at] as number) >= paidValuesMin && (different[at]?.size ?? 0) >= paidDistinctMin);
  const shown = (of: (at: number) => number) =>
    Array.from({ length: many }, (_, at) => (counts[at] && mayShow(at) ? rounded(of(at)) : null));
  return {
    means: shown((at) => (sums[at] as number) / (counts[at] as number)),
    lows: shown((at) => lows[at] as number),
    highs: shown((at) => highs[at] as number),
    missing,
  };
}

/** Enough for a chart, and a third of the bytes. */
const rounded = (value: number): number => Number(value.toPrecision(6));

type Grouping = { cells: Cells; places: Int32Array; many: number; paid: boolean };

/** The lines of a column of few values that is a key together with the time. */
function groupsOf(
  scan: TableScan,
  { columns, keys }: Profile,
  { time }: Sources,
  { cells, places, many, paid }: Grouping,
): Series["groups"] {
  const pair = (keys ?? []).find(
    (key) => key.columns.length === 2 && key.columns.includes(time.name),
  );
  const column = columns.find(({ name }) => name !== time.name && pair?.columns.includes(name));
  const names = (column?.top_values ?? []).map(({ value }) => String(value));
  const isSmall = names.length > 1 && names.length <= SERIES_LINES_MAX;
  if (column?.type !== "string" || column.distinct_count !== names.length || !isSmall) {
    return null;
  }
  const codes = sampledOf(scan, column)?.codes;
  if (!codes) return null;
  const words = wordsOf(pl.Series("names", names, pl.Utf8).hash().toTypedArray() as BigUint64Array);
  const lines = names.map((name, at) => {
    const code = keyOf(words[at * 2] as number, words[at * 2 + 1] as number);
    const own = places.map((place, row) => (codes[row] === code ? place : -1));
    return { name, means: summarize(cells, own, many, paid).means };
  });
  const isEmpty = lines.some(({ means }) => means.every((mean) => mean === null));
  return isEmpty ? null : { column: column.name, lines };
}
