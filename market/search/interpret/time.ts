/**
 * Times in words. By default ("since 2019", "2019-2023", "from the 1990s") they mean the period of the data;
 * with "updated" or "published" they mean when the listing last changed.
 */
import { isoDay, readDay, readYear, type Span, yearSpan } from "./days.ts";
import {
  type FilterMatch,
  filtersOf,
  findPhrase,
  phrasesOf,
  type Reader,
  type Token,
} from "./tokens.ts";

const updates = phrasesOf<true>([
  ["updated|last updated|refreshed|modified|changed|published|added|uploaded|newly added", true],
  ["recently updated|aktualisiert|geandert|veroffentlicht|hinzugefugt|hochgeladen", true],
  ["mis a jour|mise a jour|mises a jour|actualise|modifie|publie|ajoute", true],
  ["actualizado|actualizados|actualizada|actualizadas|modificado|publicado|anadido", true],
]);

type Opening = "from" | "after" | "to" | "before" | "between";
const openings = phrasesOf<Opening>([
  ["since|starting|starting in|starting from|as of|from|seit|ab|depuis|a partir de", "from"],
  ["desde|onwards from|beginning in|on or after|since at least", "from"],
  ["after|later than|newer than|nach|apres|despues de", "after"],
  ["until|till|up to|through|bis|jusqu'en|jusqu'a|jusque|hasta", "to"],
  ["before|prior to|older than|earlier than|vor|avant|antes de", "before"],
  ["between|zwischen|entre", "between"],
]);

/** Words before the earlier of two days. */
const opensPair = /^(?:from|between|von|zwischen|de|du|entre|desde|vom)$/;
const joinsPair = /^(?:and|to|until|till|through|und|bis|et|a|au|y|al|hasta|-|–|—)$/;

type Unit = "day" | "week" | "month" | "year";
const units = phrasesOf<Unit>([
  ["day|days|tag|tage|tagen|jour|jours|dia|dias", "day"],
  ["week|weeks|woche|wochen|semaine|semaines|semana|semanas", "week"],
  ["month|months|monat|monate|monaten|mois|mes|meses", "month"],
  ["year|years|jahr|jahre|jahren|an|ans|annee|annees|ano|anos", "year"],
]);

const last =
  /^(?:last|past|previous|letzten|letzte|letzter|letztes|vergangenen|derniers|dernieres|dernier|derniere|ultimos|ultimas|ultimo|ultima)$/;
const current = /^(?:this|current|dieses|diesen|diese|dieser|diesem|cette|ce|este|esta)$/;
const leads =
  /^(?:in|within|over|during|for|the|den|der|dem|im|innerhalb|les|des|dans|au|cours|los|las|en|el|la|ces|de|von)$/;

/** The maximum age of the last change for each update rhythm: twice the interval. */
const rhythms = phrasesOf<number>([
  ["hourly|daily|every day|each day|taglich|quotidiennement|chaque jour|diariamente", 2],
  ["weekly|every week|wochentlich|chaque semaine|semanalmente", 14],
  ["monthly|every month|monatlich|chaque mois|mensualmente", 62],
  ["regularly|recently|regelmassig|kurzlich|recemment|regularmente|recientemente", 92],
]);

const countMax = 10_000;

export const readTime: Reader = (tokens, at, now) => {
  const said = findPhrase(updates, tokens, at);
  if (said !== null) return readUpdated(tokens, at, said.length, now);
  const rhythm = findPhrase(rhythms, tokens, at);
  if (rhythm !== null) return readRhythmBefore(tokens, at, rhythm, now);
  const span = readSpan(tokens, at, now);
  if (span === null) return null;
  const trailing = findPhrase(updates, tokens, at + span.length);
  if (trailing !== null && span.from !== null) {
    return updatedSince(span.from, span.length + trailing.length);
  }
  return {
    length: span.length,
    filters: filtersOf({ covers_from: span.from, covers_to: span.to }),
  };
};

function updatedSince(value: string, length: number): FilterMatch {
  return { length, filters: [{ filter: "updated_since", value }] };
}

function readUpdated(tokens: Token[], at: number, said: number, now: Date): FilterMatch | null {
  const rhythm = findPhrase(rhythms, tokens, at + said);
  if (rhythm !== null) return updatedSince(daysBefore(now, rhythm.value), said + rhythm.length);
  const span = readSpan(tokens, at + said, now) ?? readNamed(tokens, at + said, now);
  if (span === null || span.from === null) return readRecently(tokens, at, said, now);
  return updatedSince(span.from, said + span.length);
}

/** "recently updated" by itself is a time. */
function readRecently(tokens: Token[], at: number, said: number, now: Date): FilterMatch | null {
  if (tokens[at]?.text !== "recently") return null;
  return updatedSince(daysBefore(now, 92), said);
}

/**
 * "daily updated", "täglich aktualisiert", "daily updates". A rhythm by itself describes the data
 * and stays a word.
 */
function readRhythmBefore(
  tokens: Token[],
  at: number,
  rhythm: { value: number; length: number },
  now: Date,
): FilterMatch | null {
  const next = at + rhythm.length;
  const said = findPhrase(updates, tokens, next)?.length ?? 0;
  const noun = /^(?:updates|update|refresh|updating)$/.test(tokens[next]?.text ?? "") ? 1 : 0;
  if (said + noun === 0) return null;
  return updatedSince(daysBefore(now, rhythm.value), rhythm.length + Math.max(said, noun));
}

/** "updated in 2024", "updated May 2024": next to an update, a day needs no opening word. */
function readNamed(tokens: Token[], at: number, now: Date): OpenSpan | null {
  const lead = leads.test(tokens[at]?.text ?? "") ? 1 : 0;
  return readDay(tokens, at + lead, now) && shift(readDay(tokens, at + lead, now), lead);
}

/** Either end may be open. */
type OpenSpan = { from: string | null; to: string | null; length: number };

function readSpan(tokens: Token[], at: number, now: Date): OpenSpan | null {
  return (
    readPair(tokens, at, now) ??
    readRelative(tokens, at, now) ??
    readDecade(tokens, at, now) ??
    readOpen(tokens, at, now)
  );
}

function readPair(tokens: Token[], at: number, now: Date): OpenSpan | null {
  const lead = opensPair.test(tokens[at]?.text ?? "") ? 1 : 0;
  const first = readDay(tokens, at + lead, now);
  if (first === null) return null;
  const joint = at + lead + first.length;
  const sign = tokens[joint]?.text ?? "";
  if (!joinsPair.test(sign)) return null;
  const second = readDay(tokens, joint + 1, now) ?? readShortYear(tokens, joint, first);
  if (second === null || second.to < first.from) return null;
  return { from: first.from, to: second.to, length: lead + first.length + 1 + second.length };
}

/** `2019-23`: the second year without its century. Months were matched before. */
function readShortYear(tokens: Token[], joint: number, first: Span): Span | null {
  const text = tokens[joint + 1]?.text ?? "";
  if (tokens[joint]?.startsWord !== false || !/^\d\d$/.test(text)) return null;
  const year = Number(`${first.from.slice(0, 2)}${text}`);
  return { ...yearSpan(year, year), length: 1 };
}

function readOpen(tokens: Token[], at: number, now: Date): OpenSpan | null {
  const opening = findPhrase(openings, tokens, at);
  if (opening === null || opening.value === "between") return null;
  const month = opening.length;
  const day = readDay(tokens, at + month, now);
  if (day === null) return null;
  const length = month + day.length;
  const ends: Record<Exclude<Opening, "between">, Omit<OpenSpan, "length">> = {
    from: { from: day.from, to: null },
    after: { from: dayBeside(day.to, 1), to: null },
    to: { from: null, to: day.to },
    before: { from: null, to: dayBeside(day.from, -1) },
  };
  return { ...ends[opening.value], length };
}

/** "last 30 days", "the past year", "this month". */
function readRelative(tokens: Token[], at: number, now: Date): OpenSpan | null {
  let start = at;
  while (start < at + 3 && leads.test(tokens[start]?.text ?? "")) start += 1;
  if (findPhrase(openings, tokens, at)?.value === "from") start = Math.max(start, at + 1);
  const word = tokens[start]?.text ?? "";
  if (current.test(word)) return shift(thisUnit(tokens, start, now), start - at);
  const isCountFirst = /^\d{1,4}$/.test(word) && last.test(tokens[start + 1]?.text ?? "");
  if (!last.test(word) && !isCountFirst) return null;
  const number = tokens[isCountFirst ? start : start + 1]?.text ?? "";
  const hasCount = /^\d{1,4}$/.test(number);
  const unit = findPhrase(units, tokens, start + (hasCount ? 2 : 1));
  const count = hasCount ? Number(number) : 1;
  if (unit === null || count === 0 || count > countMax) return null;
  const from = unitsBefore(now, unit.value, count);
  const length = start - at + (hasCount ? 2 : 1) + unit.length;
  return { from, to: null, length };
}

function thisUnit(tokens: Token[], at: number, now: Date): OpenSpan | null {
  const unit = findPhrase(units, tokens, at + 1);
  if (unit === null) return null;
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const weekday = (now.getUTCDay() + 6) % 7;
  const starts: Record<Unit, string> = {
    day: isoDay(year, month, day),
    week: isoDay(year, month, day - weekday),
    month: isoDay(year, month, 1),
    year: isoDay(year, 0, 1),
  };
  return { from: starts[unit.value], to: null, length: 1 + unit.length };
}

/** `1990s`, `the 1990s`, `90er Jahre`, `années 90`, `años 90`. */
function readDecade(tokens: Token[], at: number, now: Date): OpenSpan | null {
  let start = at;
  while (
    start < at + 2 &&
    /^(?:from|in|the|of|aus|den|der|les|des|los|de|during)$/.test(tokens[start]?.text ?? "")
  ) {
    start += 1;
  }
  const named = /^(?:annees|anos)$/.test(tokens[start]?.text ?? "") ? 1 : 0;
  const number = tokens[start + named]?.text ?? "";
  const suffix =
    /^(?:s|er|'s)$/.test(tokens[start + 1]?.text ?? "") && tokens[start + 1]?.startsWord === false;
  if (!(named === 1 || suffix) || !/^(?:\d{3})?\d?0$/.test(number)) return null;
  const year = number.length === 2 ? 1900 + Number(number) : readYear(number, now);
  if (year === null || year % 10 !== 0) return null;
  const years = /^(?:jahre|jahren)$/.test(tokens[start + 2]?.text ?? "") && named === 0 ? 1 : 0;
  return { ...yearSpan(year, year + 9), length: start - at + 2 + years };
}

function shift(span: OpenSpan | null, by: number): OpenSpan | null {
  return span === null ? null : { ...span, length: span.length + by };
}

function dayBeside(iso: string, days: number): string {
  const [year = 0, month = 1, day = 1] = iso.split("-").map(Number);
  return isoDay(year, month - 1, day + days);
}

function daysBefore(now: Date, days: number): string {
  return isoDay(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days);
}

function unitsBefore(now: Date, unit: Unit, count: number): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const before: Record<Unit, () => string> = {
    day: () => isoDay(year, month, day - count),
    week: () => isoDay(year, month, day - 7 * count),
    month: () => isoDay(year, month - count, day),
    year: () => isoDay(year - Math.min(count, 3000) < 0 ? 0 : year - count, month, day),
  };
  return before[unit]();
}
