/** Which words are counted, and how figures add up. Pure. */
import { type VisitKind, type Visits, visitKinds } from "../../db/vocabulary/analytics.ts";
import { UNMET_SEARCH_CHARS_MAX, UNMET_SEARCH_WORDS_MAX } from "./limits.ts";

export type Figures = Visits & { purchases: number };

export const noFigures: Figures = {
  ...(Object.fromEntries(visitKinds.map((kind) => [kind, 0])) as Record<VisitKind, number>),
  purchases: 0,
};

/** Addresses, accounts and numbers of people or things are never counted. */
const nameful = /@|:\/\/|www\.|\d{6}|\d[\d .()/-]{6,}\d/iu;
const WORD_CHARS_MAX = 30;

/** The words of a search as they are counted; null if they are not. */
export function countedWords(query: string): string | null {
  if (query.length > 4 * UNMET_SEARCH_CHARS_MAX || nameful.test(query)) return null;
  const plain = query.normalize("NFKC").toLowerCase();
  const asked = plain.replaceAll(/(^|\s)-\S+/gu, " ");
  const words = asked.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.length === 0 || words.length > UNMET_SEARCH_WORDS_MAX) return null;
  if (words.some((word) => word.length > WORD_CHARS_MAX)) return null;
  const text = words.join(" ");
  const isSaying = text.length > 1 && /\p{L}/u.test(text);
  return isSaying && text.length <= UNMET_SEARCH_CHARS_MAX ? text : null;
}

export function sumFigures(all: Iterable<Figures>): Figures {
  const sum = { ...noFigures };
  for (const one of all) {
    for (const kind of visitKinds) sum[kind] += one[kind];
    sum.purchases += one.purchases;
  }
  return sum;
}

export const viewsOf = ({ pageViews, apiReads }: Figures): number => pageViews + apiReads;
const tastesOf = ({ samples, queries }: Figures): number => samples + queries;

/** Shares of one step in the step before; null without that step. Rounded to four digits. */
export function conversionOf(figures: Figures) {
  const [views, tastes] = [viewsOf(figures), tastesOf(figures)];
  return {
    samplesPerView: ratio(tastes, views),
    purchasesPerSample: ratio(figures.purchases, tastes),
    purchasesPerView: ratio(figures.purchases, views),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1e4) / 1e4;
}

const dayMs = 86_400_000;

/** The last `count` days (UTC), latest first, today included. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, ago) => dayAgo(now, ago));
}

/** The day (UTC) so many days ago. */
export function dayAgo(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
}
