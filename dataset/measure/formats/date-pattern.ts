import type { Expr } from "nodejs-polars";
import type { DatePrecision } from "../../../market/profile/schemas.ts";
import { parseDate, parseDateTime, parseTime, type YearsFrom } from "./strptime.ts";
import type { TextType } from "./text-type.ts";

/**
 * A part of a format: its strict pattern, the loose one that extracts it, and its chrono format.
 */
type Part = { name: string; strict: string; loose: string; chrono: string };

const digits = "([0-9]+)";
const word = "([A-Za-z]+)\\.?";
/** English, as chrono reads them; other words would be parsed in vain, column by column. */
const monthName = `(?:${"jan feb mar apr may jun jul aug sep oct nov dec"
  .split(" ")
  .map((month) => month.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`))
  .join("|")})[A-Za-z]{0,6}\\.?`;

/** If one name begins with another, the longer comes first. Leading zeros are optional. */
const parts: Readonly<Record<string, Part>> = {
  YYYY: { name: "year", strict: "[0-9]{4}", loose: digits, chrono: "%Y" },
  YY: { name: "year", strict: "[0-9]{2}", loose: digits, chrono: "%y" },
  MMM: { name: "month", strict: monthName, loose: word, chrono: "%B" },
  MM: { name: "month", strict: "(?:0?[1-9]|1[0-2])", loose: digits, chrono: "%m" },
  Qn: { name: "quarter", strict: "[Qq][1-4]", loose: "[Qq]([1-4])", chrono: "%m" },
  q: { name: "quarter", strict: "[1-4]", loose: "([1-4])", chrono: "%m" },
  DD: { name: "day", strict: "(?:0?[1-9]|[12][0-9]|3[01])", loose: digits, chrono: "%d" },
  HH: { name: "hour", strict: "(?:[01]?[0-9]|2[0-3])", loose: digits, chrono: "%H" },
  H: { name: "hour", strict: "(?:[01]?[0-9]|2[0-3])", loose: digits, chrono: "%H" },
  hh: { name: "hour", strict: "(?:0?[1-9]|1[0-2])", loose: digits, chrono: "%I" },
  mm: { name: "minute", strict: "[0-5][0-9]", loose: digits, chrono: "%M" },
  ss: {
    name: "second",
    strict: "[0-5][0-9](?:\\.[0-9]{1,9})?",
    loose: "([0-9.]+)",
    chrono: "%S%.f",
  },
  SSS: { name: "fraction", strict: "[0-9]{1,9}", loose: digits, chrono: "" },
  A: {
    name: "half",
    strict: "[AaPp](?:[Mm]|\\.[Mm]\\.)",
    loose: "([AaPp])[Mm.]+",
    chrono: "%p",
  },
  Z: {
    name: "zone",
    strict: "(?:Z|UTC|GMT|UT|[+-][0-9]{2}(?::?[0-9]{2})?)",
    loose: "([+-][0-9:]+)",
    chrono: "%#z",
  },
  // The weekday is ignored, because the date implies it.
  ddd: { name: "", strict: "[A-Za-z]{3,9}\\.?", loose: "[A-Za-z]+\\.?", chrono: "" },
  " ": { name: "", strict: ",? {1,2}", loose: ",? +", chrono: "" },
};

const token = /YYYY|YY|MMM|MM|Qn|q|DD|HH|H|hh|mm|ss|SSS|ddd|A|Z|\[[^\]]*\]|[\s\S]/g;
const namedZone = "(?:UTC|GMT|UT|Z)( |$)";
const written = [".", "/", "(", ")", "[", "]", "?", "+", "*", "^", "$", "|"];

function escaped(text: string): string {
  return [...text].map((char) => (written.includes(char) ? `\\${char}` : char)).join("");
}

/** Compiles a format; text in brackets is literal. */
function compile(format: string): { strict: string; loose: string; groups: Map<string, string> } {
  const groups = new Map<string, string>();
  const chronos: string[] = [];
  let strict = "";
  let loose = "";
  for (const [found] of format.matchAll(token)) {
    const part = parts[found];
    const literal = escaped(found.replace(/^\[|\]$/g, ""));
    strict += part?.strict ?? literal;
    loose += part?.loose ?? literal;
    if (!part || part.name === "") continue;
    chronos.push(part.chrono);
    groups.set(part.name, `\${${chronos.length}} ${part.chrono}`);
  }
  // JavaScript and mail programs append the name of the zone.
  const comment = groups.has("zone") ? "(?: \\([^()]*\\))?" : "";
  return { strict: `^(?:${strict}${comment})$`, loose: `^${loose}.*$`, groups };
}

/** The parts in ISO 8601 order: the replacement for a match and the chrono format of the result. */
function inOrder(groups: ReadonlyMap<string, string>): { order: string; chrono: string } {
  const joined: [name: string, before: string, after: string][] = [
    ["year", "", ""],
    ["month", "-", groups.has("day") ? "" : "-01"],
    ["quarter", "-Q", "-01"],
    ["day", "-", ""],
    ["hour", groups.has("year") ? " " : "", ""],
    ["minute", ":", ""],
    ["second", ":", ""],
    ["fraction", ".", ""],
    ["half", " ", "M"],
    ["zone", " ", ""],
  ];
  let order = "";
  let chrono = "";
  for (const [name, before, after] of joined) {
    const [group, format] = groups.get(name)?.split(" ") ?? [];
    if (group === undefined || format === undefined) continue;
    order += `${before}${group}${after}`;
    // A fraction is read with its second.
    if (format !== "") chrono += `${before.replace("Q", "")}${format}`;
    if (after === "-01") chrono += "-%d";
  }
  return { order, chrono };
}

/** The years in which dates without a day are looked for. */
const plausibleYears = "(?:1[5-9]|2[01])[0-9]{2}";
const firstMonths = ["01", "04", "07", "10"];

/** Replaces `Q1` by the quarter's first month. */
function withMonths(text: Expr): Expr {
  return firstMonths.reduce((some, month, at) => some.str.replace(`Q${at + 1}`, month), text);
}

function precisionOf(groups: ReadonlyMap<string, string>): DatePrecision | undefined {
  if (!groups.has("year") || groups.has("day")) return undefined;
  return groups.has("quarter") ? "quarter" : "month";
}

/**
 * `rival` is the format with day and month swapped; `twoDigits` requires hours such as `09`;
 * `yearsFrom` is for formats with two-digit years.
 */
export type FormatOptions = { rival?: string; twoDigits?: boolean; yearsFrom?: YearsFrom };

/**
 * The text type of a format. Parsing is laxer than the format (numbers may have a sign or lack
 * zeros), so the results are checked against the pattern; day-first dates are rearranged to year
 * first.
 */
export function formatted(format: string, options: FormatOptions = {}): TextType {
  const { strict: lax, loose, groups } = compile(format);
  const precision = precisionOf(groups);
  const narrow = precision ? lax.replace("[0-9]{4}", plausibleYears) : lax;
  const strict = options.twoDigits ? narrow.replaceAll("]?[0-9]", "][0-9]") : narrow;
  const { order, chrono } = inOrder(groups);
  const yearsFrom = chrono.includes("%y") ? (options.yearsFrom ?? 1969) : undefined;
  const isTime = !groups.has("year");
  const isDate = !groups.has("hour");
  const direct = /^YYYY[/.]MM[/.]DD(?: HH:mm(?::ss)?)?$/.test(format);
  const parse = isTime ? parseTime : isDate ? parseDate : parseDateTime;
  return {
    type: isTime ? "time" : isDate ? "date" : "datetime",
    pattern: strict,
    format: format.replaceAll(/[[\]]/g, ""),
    ...(precision === undefined ? {} : { precision }),
    ...(yearsFrom === undefined ? {} : { yearsFrom }),
    ...(options.rival === undefined ? {} : { rival: options.rival }),
    cast: (text: Expr): Expr => {
      if (direct) return parse(text, chrono.replace(/-(%m)-/, `${format[4]}$1${format[4]}`));
      const zoned = groups.has("zone") ? text.str.replace(namedZone, "+0000$1") : text;
      const ordered = zoned.str.replace(loose, order);
      return parse(precision === "quarter" ? withMonths(ordered) : ordered, chrono, yearsFrom);
    },
    suspects: (text: Expr): Expr => text.str.contains(strict).not().sum(),
  };
}
