/** What a need and a dataset's text say of times and columns. Pure. */
import type { Granularity } from "./vocabulary.ts";

/** More words would cost time: the first ones say what a dataset is about. */
const textCharsMax = 600;

const granularityWords: readonly [words: RegExp, granularity: Granularity][] = [
  [/\b(?:per|each|every|by the) second\b/i, "second"],
  [/\b(?:per|each|every|by the) minute\b/i, "minute"],
  [/\bhourly\b/i, "hour"],
  [/\bdaily\b/i, "day"],
  [/\bweekly\b/i, "week"],
  [/\bmonthly\b/i, "month"],
  [/\bquarterly\b/i, "quarter"],
  [/\b(?:yearly|annual(?:ly)?)\b/i, "year"],
];

/** The granularities that a text names, fine to coarse. */
export function granularitiesIn(text: string): Granularity[] {
  const part = text.slice(0, textCharsMax);
  return granularityWords.flatMap(([words, granularity]) =>
    words.test(part) ? [granularity] : [],
  );
}

/** The years that a text names, from 1500 on. */
export function yearsIn(text: string): number[] {
  const years = text
    .slice(0, textCharsMax)
    .match(/(?<![\p{L}\p{N}.,])(?:1[5-9]|20)\d\d(?![\p{L}\p{N}]|[.,]\d)/gu);
  return (years ?? []).map(Number);
}

const wordsOf = (name: string): string[] => name.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];

/**
 * For each asked name the first column that contains all of its words: `temp_max` for `max temp`. Null for
 * one without.
 */
export function similarColumns(
  asked: readonly string[],
  columnNames: readonly string[],
): (string | null)[] {
  const known = columnNames.map((name) => ({ name, words: new Set(wordsOf(name)) }));
  return asked.map((text) => {
    const wanted = wordsOf(text);
    if (wanted.length === 0) return null;
    return known.find(({ words }) => wanted.every((word) => words.has(word)))?.name ?? null;
  });
}
