/** Finds the time that the data cover from the public statistics of date and year columns. Pure. */
import { type TimePrecision, timePrecisions } from "../../db/vocabulary/facts.ts";
import type { ColumnProfile } from "../profile/schemas.ts";
import type { TimeCovered } from "./schemas.ts";
import { shownTime } from "./shown-time.ts";

/**
 * The meaning of a date column by words of its name; the first match counts. Only columns of the
 * lowest rank define the time covered: birth dates count only in a file without other dates.
 */
const kinds: readonly { words: ReadonlySet<string>; rank: number }[] = [
  {
    rank: 3,
    words: new Set(
      "birth birthday birthdate born dob death died deceased founded established incorporated inception built construction independence geburtsdatum naissance nacimiento hire hired joined".split(
        " ",
      ),
    ),
  },
  {
    rank: 2,
    words: new Set("expiry expires expiration expire due deadline until renewal".split(" ")),
  },
  {
    rank: 1,
    words: new Set(
      "updated update modified changed edited inserted imported loaded ingested crawled scraped retrieved downloaded accessed exported synced processed indexed fetched".split(
        " ",
      ),
    ),
  },
];

/** Dates that stand for a missing value. Some also occur as real days, next to other values. */
const placeholders = new Set([
  "1900-01-01",
  "1969-12-31",
  "1970-01-01",
  "2038-01-19",
  "2099-12-31",
]);
const impossible =
  /^(?:000\d|0[1-9]\d\d|1753-01-01|1899-12-3[01]|2100-01-01|2199|2999|3000|[4-9]\d{3})/;

/**
 * From the earliest to the latest day of all tables' dates of the lowest rank. Years and months do
 * not widen exact days that lie within them; if they reach further, the whole range is only as
 * precise as they are. Null if no column gives a date.
 */
export function timeCovered(columns: readonly ColumnProfile[]): TimeCovered | null {
  const told = columns.flatMap((column) => {
    const span = spanOf(column);
    return span === null ? [] : [{ span, rank: rankOf(column.name) }];
  });
  const foremost = Math.min(...told.map(({ rank }) => rank));
  return told
    .filter(({ rank }) => rank === foremost)
    .map(({ span }) => span)
    .toSorted((one, other) => finenessOf(other.precision) - finenessOf(one.precision))
    .reduce<TimeCovered | null>((all, span) => (all === null ? span : union(all, span)), null);
}

const finenessOf = (precision: TimePrecision): number => timePrecisions.indexOf(precision);

/** `coarse` must not be more precise than `fine`. */
function union(fine: TimeCovered, coarse: TimeCovered): TimeCovered {
  const { precision } = coarse;
  const known = roundedOutwards(fine, precision);
  if (precision !== fine.precision && coarse.from >= known.from && coarse.to <= known.to) {
    return fine;
  }
  const [from = known.from] = [known.from, coarse.from].toSorted();
  const [, to = known.to] = [known.to, coarse.to].toSorted();
  return { from, to, precision };
}

function roundedOutwards({ from, to }: TimeCovered, precision: TimePrecision): TimeCovered {
  return {
    from: edgeDay(shownTime(from, precision), "from") ?? from,
    to: edgeDay(shownTime(to, precision), "to") ?? to,
    precision,
  };
}

function rankOf(name: string): number {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return kinds.find((kind) => words.some((word) => kind.words.has(word)))?.rank ?? 0;
}

function spanOf(column: ColumnProfile): TimeCovered | null {
  if (column.semantic_type === "year") return spanOfYears(column);
  if (column.type !== "date" && column.type !== "datetime") return null;
  const from = edgeOf(column, "from");
  const to = edgeOf(column, "to");
  if (from === null || to === null || from.day > to.day) return null;
  const [precision = "day"] = [from.precision, to.precision].toSorted(
    (one, other) => finenessOf(one) - finenessOf(other),
  );
  return roundedOutwards({ from: from.day, to: to.day, precision }, precision);
}

/** Years that were rounded outwards need not occur in the file, so they are ignored. */
function spanOfYears({ min, max }: ColumnProfile): TimeCovered | null {
  if (typeof min !== "number" || typeof max !== "number") return null;
  if (!Number.isInteger(min) || !Number.isInteger(max)) return null;
  if (min < 1000 || max > 2999) return null;
  return { from: `${min}-01-01`, to: `${max}-12-31`, precision: "year" };
}

/** The first or last day that a value can mean, and its precision. */
type EdgeTime = { day: string; precision: TimePrecision };

function edgeOf(column: ColumnProfile, edge: "from" | "to"): EdgeTime | null {
  const isFirst = edge === "from";
  const exact = timeOf(isFirst ? column.min : column.max, edge);
  const time = exact ?? timeOf(isFirst ? column.approximate?.min : column.approximate?.max, edge);
  if (time === null) return null;
  const isImpossible = impossible.test(time.day);
  if (!isImpossible && !placeholders.has(time.day)) return time;
  const beyond = edgeBeyondGap(column, edge);
  return beyond ?? (isImpossible ? null : time);
}

function timeOf(value: unknown, edge: "from" | "to"): EdgeTime | null {
  const [text, month, day] =
    /^(?!0000)\d{4}(-\d{2}(-\d{2}(?=$|T| ))?)?(?=$|T| )/.exec(String(value ?? "")) ?? [];
  if (text === undefined) return null;
  const precision = day !== undefined ? "day" : month !== undefined ? "month" : "year";
  const edgeOfText = edgeDay(text, edge);
  return edgeOfText === null ? null : { day: edgeOfText, precision };
}

/** The first or last day of a year, a month or a day. */
function edgeDay(text: string, edge: "from" | "to"): string | null {
  if (text.length === 10) return text;
  if (text.length === 4) return edge === "from" ? `${text}-01-01` : `${text}-12-31`;
  if (edge === "from") return `${text}-01`;
  const [year = "", month = ""] = text.split("-");
  const last = new Date(0);
  last.setUTCFullYear(Number(year), Number(month), 0);
  return Number.isNaN(last.getTime()) ? null : `${text}-${last.getUTCDate()}`;
}

/** The first or last value behind a run of empty bins that separates it from a placeholder. */
function edgeBeyondGap(
  { time_histogram: bins }: ColumnProfile,
  edge: "from" | "to",
): EdgeTime | null {
  if (!bins) return null;
  const isFirst = edge === "from";
  const counts = isFirst ? bins.counts : bins.counts.toReversed();
  const gap = counts.indexOf(0);
  const filled = counts.findIndex((count, at) => at > gap && count > 0);
  if (gap < 1 || filled < 0) return null;
  const at = isFirst ? filled : bins.bin_edges.length - 1 - filled;
  return timeOf(bins.bin_edges[at], edge);
}
