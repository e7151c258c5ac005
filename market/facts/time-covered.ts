/** Which time the data speak of, by the public figures of their columns of dates and years. Pure. */
import type { ColumnProfile } from "../profile/schemas.ts";
import type { TimeCovered } from "./schemas.ts";

/**
 * What a date is about, by words of its column's name; the first that holds. Those of the foremost
 * kind tell the time covered: a birth date does only where a file has no other dates.
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

/** Days that stand for a missing one. Some are real days too, if their neighbours hold values. */
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
 * From the earliest to the latest day of all tables' dates of the foremost kind. Figures of paid
 * files may be years alone: then from their first to their last day. Null where no column tells.
 */
export function timeCovered(columns: readonly ColumnProfile[]): TimeCovered | null {
  const told = columns.flatMap((column) => {
    const span = spanOf(column);
    return span === null ? [] : [{ span, rank: rankOf(column.name) }];
  });
  const foremost = Math.min(...told.map(({ rank }) => rank));
  const spans = told.filter(({ rank }) => rank === foremost).map(({ span }) => span);
  if (spans.length === 0) return null;
  const from = spans.map((span) => span.from).toSorted()[0] ?? "";
  const to =
    spans
      .map((span) => span.to)
      .toSorted()
      .at(-1) ?? "";
  return { from, to };
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
  return from === null || to === null || from > to ? null : { from, to };
}

/** Years rounded outwards are no years of the file: of those nothing is said. */
function spanOfYears({ min, max }: ColumnProfile): TimeCovered | null {
  if (typeof min !== "number" || typeof max !== "number") return null;
  if (!Number.isInteger(min) || !Number.isInteger(max)) return null;
  if (min < 1000 || max > 2999) return null;
  return { from: `${min}-01-01`, to: `${max}-12-31` };
}

function edgeOf(column: ColumnProfile, edge: "from" | "to"): string | null {
  const isFirst = edge === "from";
  const exact = dayOf(isFirst ? column.min : column.max, edge);
  const day = exact ?? dayOf(isFirst ? column.approximate?.min : column.approximate?.max, edge);
  if (day === null) return null;
  const isImpossible = impossible.test(day);
  if (!isImpossible && !placeholders.has(day)) return day;
  const beyond = edgeBeyondGap(column, edge);
  return beyond ?? (isImpossible ? null : day);
}

function dayOf(value: unknown, edge: "from" | "to"): string | null {
  const text = String(value ?? "");
  const day = /^(?!0000)\d{4}-\d{2}-\d{2}(?=$|T| )/.exec(text)?.[0];
  if (day !== undefined) return day;
  const year = /^(?!0000)\d{4}$/.exec(text)?.[0];
  if (year === undefined) return null;
  return edge === "from" ? `${year}-01-01` : `${year}-12-31`;
}

/** Where the values begin, or end, that a run of empty bins parts from the placeholder. */
function edgeBeyondGap(
  { time_histogram: bins }: ColumnProfile,
  edge: "from" | "to",
): string | null {
  if (!bins) return null;
  const isFirst = edge === "from";
  const counts = isFirst ? bins.counts : bins.counts.toReversed();
  const gap = counts.indexOf(0);
  const filled = counts.findIndex((count, at) => at > gap && count > 0);
  if (gap < 1 || filled < 0) return null;
  const at = isFirst ? filled : bins.bin_edges.length - 1 - filled;
  return dayOf(bins.bin_edges[at], edge);
}
