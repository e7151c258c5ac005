/** Parses filter values: periods, moments and boxes. */
import { z } from "zod";
import { rangesOfBox } from "../facts/box-ranges.ts";
import type { Box } from "../facts/schemas.ts";

/** A year, a month or a calendar day; an instant counts as its UTC day. */
const periodShape =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z)?)?)?$/;
const periodFault = "is not a year, month or day, such as 2024, 2024-06 or 2024-06-30";

/** Zod's `date` accepts no month, and `Date` accepts 31 February. */
function readPeriod(text: string): { first: string; last: string } | null {
  const [, year, month, day] = periodShape.exec(text) ?? [];
  if (year === undefined || year === "0000") return null;
  const first = `${year}-${month ?? "01"}-${day ?? "01"}`;
  if (!isDay(first)) return null;
  if (day !== undefined) return { first, last: first };
  const lastMonth = month === undefined ? 12 : Number(month);
  // Day 0 of the next month is this month's last; setUTCFullYear supports years below 100.
  const end = new Date(0);
  end.setUTCFullYear(Number(year), lastMonth, 0);
  return { first, last: end.toISOString().slice(0, 10) };
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const period = (edge: "first" | "last") =>
  z
    .string()
    .max(40, { abort: true })
    .transform((text, issues) => {
      const read = readPeriod(text);
      if (read !== null) return read[edge];
      issues.addIssue({ code: "custom", message: periodFault });
      return z.NEVER;
    })
    .meta({ override: { type: "string", maxLength: 40 } });

/** `YYYY-MM-DD`. */
export const periodStart = period("first");
export const periodEnd = period("last");

const instantShape =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A day or an instant, as an instant in UTC. */
export const momentQuery = z
  .string()
  .max(40, { abort: true })
  .transform((text, issues) => {
    const written = instantShape.test(text) ? text : readPeriod(text)?.first;
    const moment = new Date(written ?? Number.NaN);
    const year = moment.getUTCFullYear();
    if (year >= 1 && year <= 9999 && isDay(text.slice(0, 10).padEnd(10, "-01"))) {
      return moment.toISOString();
    }
    issues.addIssue({ code: "custom", message: "is neither a day nor an RFC 3339 instant" });
    return z.NEVER;
  })
  .meta({ override: { type: "string", maxLength: 40 } });

export const boxInput = z.array(z.number().min(-180).max(180)).length(4);

const degrees = /^-?\d{1,3}(?:\.\d{1,15})?$/;

/** The ranges to compare with. Errors: not four numbers, beyond 180 or 90 degrees, or south above north. */
export const boxQuery = z
  .string()
  .max(100, { abort: true })
  .transform((text, issues) => {
    const box = readBox(text);
    if (typeof box !== "string") return rangesOfBox(box);
    issues.addIssue({ code: "custom", message: box });
    return z.NEVER;
  })
  .meta({ override: { type: "string", maxLength: 100 } });

function readBox(text: string): Box | string {
  const edges = text.split(",").map((edge) => edge.trim());
  if (edges.length !== 4 || !edges.every((edge) => degrees.test(edge))) {
    return "is not west,south,east,north in degrees";
  }
  const [west = 0, south = 0, east = 0, north = 0] = edges.map(Number);
  if (Math.max(Math.abs(west), Math.abs(east)) > 180) return "lies beyond 180 degrees";
  if (Math.max(Math.abs(south), Math.abs(north)) > 90) return "lies beyond 90 degrees";
  if (south > north) return "has its south north of its north";
  return { west, south, east, north };
}
