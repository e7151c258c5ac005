/** Histograms of columns without numbers: of dates and times, and of text lengths. */
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import type { TimeHistogram } from "../../market/profile/structure-schemas.ts";
import { dayMs } from "../../platform/time.ts";
import { isoDateTime, printEpoch } from "../base/values.ts";
import type { ColumnStats } from "../measure/column-stats.ts";
import type { SampledColumn } from "../measure/row-sample.ts";
import { type Histogram, steppedHistogram } from "./distribution.ts";
import { holds } from "./held-values.ts";

/** How times of a type are counted: as numbers since their zero, with a step for whole ones. */
type Clock = {
  read(text: string): number;
  print(number: number): string;
  /** The coarse step, and the fine one for values that lie close together. */
  steps: readonly [coarse: number, fine: number];
};

const secondMs = 1000;
const secondNanos = 1e9;
const epochDay = "1970-01-01T";

const isZoned = (text: string): boolean => text.endsWith("+00:00") || text.endsWith("Z");
const utcMs = (text: string): number =>
  Date.parse(`${text.replace(" ", "T").replace(/(?:\+00:00|Z)$/, "")}Z`);
const isoMs = (ms: number): string => isoDateTime(new Date(ms).toISOString().slice(0, -1));

const clocks: Readonly<Partial<Record<ColumnProfile["type"], Clock>>> = {
  date: {
    read: (text) => utcMs(`${text}T00:00:00`) / dayMs,
    print: (days) => new Date(days * dayMs).toISOString().slice(0, 10),
    steps: [1, 1],
  },
  datetime: { read: utcMs, print: isoMs, steps: [secondMs, 1] },
  time: {
    read: (text) => utcMs(`${epochDay}${text.slice(0, 8)}`) * 1e6 + Number(text.slice(8)) * 1e9,
    print: (nanos) => printEpoch(BigInt(nanos)).slice(epochDay.length),
    steps: [secondNanos, 1],
  },
};

const binsWanted = 20;
const lookedUpMax = 20_000;

/**
 * The distribution of a date, datetime or time column between its extremes; null for other types.
 */
export function timeHistogramOf(stats: ColumnStats): TimeHistogram | null {
  const clock = clocks[stats.type];
  if (!clock || typeof stats.min !== "string" || typeof stats.max !== "string") return null;
  const [min, max] = [clock.read(stats.min), clock.read(stats.max)];
  if (!Number.isFinite(max - min)) return null;
  const [coarse, fine] = clock.steps;
  const step = max - min >= binsWanted * coarse ? coarse : fine;
  const { values, total } = stats.numbers.sorted();
  const found = steppedHistogram(values, total, { min, max, step });
  if (!found) return null;
  const zone = isZoned(stats.max) ? "Z" : "";
  const inner = found.bin_edges.slice(1, -1).map((edge) => `${clock.print(edge)}${zone}`);
  const [first, last] = [stats.min, stats.max].map((text) =>
    stats.type === "datetime" ? isoDateTime(text) : text,
  );
  return { ...found, bin_edges: [first ?? "", ...inner, last ?? ""] };
}

/**
 * The values that a histogram of dates or times reveals: edges that are values, and all values if
 * no bin is wider than the step.
 */
export function heldTimesOf(stats: ColumnStats, histogram: TimeHistogram | null): string[] {
  const clock = clocks[stats.type];
  if (!clock || !histogram) return [];
  const { bin_edges: edges, counts } = histogram;
  // With this many rows the budget covers all edges, so they are not looked up.
  if (stats.count > lookedUpMax) return edges;
  const { values } = stats.numbers.sorted();
  const read = edges.map(clock.read);
  const [first = 0, last = 0] = [read[0], read.at(-1)];
  const zone = edges[0]?.endsWith("Z") ? "Z" : "";
  const isFine = last - first <= counts.length * clock.steps[0];
  if (isFine) return [...new Set(values)].map((value) => `${clock.print(value)}${zone}`);
  return edges.filter((_, i) => holds(values, read[i] as number));
}

/** The distribution of text lengths, estimated from a sample; null without texts. */
export function lengthHistogramOf(
  stats: ColumnStats,
  column: SampledColumn | undefined,
): Histogram | null {
  if (!column?.lengths || stats.count === 0) return null;
  const sorted = column.lengths.filter((length) => !Number.isNaN(length)).sort();
  const range = { min: stats.texts.shortest, max: stats.texts.longest, step: 1 };
  return steppedHistogram(sorted, stats.count, range);
}
