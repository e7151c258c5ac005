/** Parses days as people write them: a year, a month, an ISO date. In UTC, as `YYYY-MM-DD`. */
import type { Token } from "./tokens.ts";

/** The first and the last day of a period; `length` in tokens. */
export type Span = { from: string; to: string; length: number };

const languages = ["en", "de", "fr", "es"];

/** Month names in four languages, long and short, from CLDR. */
const months = new Map<string, number>();
for (const language of languages) {
  for (const style of ["long", "short"] as const) {
    const format = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
    for (let month = 0; month < 12; month += 1) {
      const name = format.format(new Date(Date.UTC(2024, month, 15)));
      months.set(foldName(name), month);
    }
  }
}

function foldName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+|\./gu, "")
    .toLowerCase();
}

const yearMin = 1000;
const yearsAheadMax = 80;

export function readYear(text: string, now: Date): number | null {
  if (!/^\d{4}$/.test(text)) return null;
  const year = Number(text);
  return year >= yearMin && year <= now.getUTCFullYear() + yearsAheadMax ? year : null;
}

export function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

export function yearSpan(first: number, last: number): Omit<Span, "length"> {
  return { from: isoDay(first, 0, 1), to: isoDay(last, 11, 31) };
}

function monthSpan(year: number, month: number): Omit<Span, "length"> {
  return { from: isoDay(year, month, 1), to: isoDay(year, month + 1, 0) };
}

/** `2024`, `2024-05`, `2024-05-17`, `May 2024`, `mai 2024`, `1. Mai 2024`, `mayo de 2024`. */
export function readDay(tokens: Token[], at: number, now: Date): Span | null {
  return readIso(tokens, at, now) ?? readMonth(tokens, at, now) ?? readWholeYear(tokens, at, now);
}

function readWholeYear(tokens: Token[], at: number, now: Date): Span | null {
  const year = readYear(tokens[at]?.text ?? "", now);
  return year === null ? null : { ...yearSpan(year, year), length: 1 };
}

function readIso(tokens: Token[], at: number, now: Date): Span | null {
  const [year, dash, month, second, day] = tokens.slice(at, at + 5).map(({ text }) => text);
  const number = readYear(year ?? "", now);
  if (number === null || dash !== "-" || !/^(?:0[1-9]|1[0-2])$/.test(month ?? "")) return null;
  // "2003-05" is a month, but "2003-2005" is two years.
  const index = Number(month) - 1;
  if (second !== "-" || !/^(?:0[1-9]|[12]\d|3[01])$/.test(day ?? "")) {
    return { ...monthSpan(number, index), length: 3 };
  }
  const iso = isoDay(number, index, Number(day));
  return { from: iso, to: iso, length: 5 };
}

function readMonth(tokens: Token[], at: number, now: Date): Span | null {
  const hasDay = /^\d{1,2}$/.test(tokens[at]?.text ?? "");
  const name = at + (hasDay ? 1 : 0);
  const month = months.get(tokens[name]?.text ?? "");
  if (month === undefined) return null;
  const link = /^(?:de|of|del)$/.test(tokens[name + 1]?.text ?? "") ? 1 : 0;
  const year = readYear(tokens[name + 1 + link]?.text ?? "", now);
  if (year === null) return null;
  const length = name - at + 2 + link;
  const day = Number(tokens[at]?.text);
  if (!hasDay || day < 1 || day > 31) return { ...monthSpan(year, month), length };
  const iso = isoDay(year, month, day);
  return { from: iso, to: iso, length };
}
