/** Corrects a misspelled word to a similar one in the catalogue. Pure. */
import { distance } from "fastest-levenshtein";
import type { ReadWord } from "../../db/queries/search/words.ts";

/** Longer words may have more wrong letters; two swapped letters count as two. */
const lettersWrongMax: readonly [charsMax: number, wrong: number][] = [
  [4, 1],
  [8, 2],
  [Number.POSITIVE_INFINITY, 3],
];

/** From this length on, a word may be the beginning of the meant one: `windows` of `windowszones`. */
const beginningCharsMin = 5;

/**
 * The candidate with the fewest changed letters, or one that begins with the word; the first of several.
 * Null if none is near. A correctly spelled word (`isSpelt`) only allows the latter: `diamantes` is not diabetes.
 */
export function meantWord(
  word: string,
  candidates: readonly string[],
  isSpelt = false,
): string | null {
  const bound = lettersWrongMax.find(([charsMax]) => word.length <= charsMax)?.[1] ?? 0;
  let meant: string | null = null;
  let fewest = bound + 1;
  for (const candidate of isSpelt ? [] : candidates) {
    const wrong = distance(word, candidate);
    if (wrong >= fewest) continue;
    fewest = wrong;
    meant = candidate;
  }
  if (meant !== null || word.length < beginningCharsMin) return meant;
  return candidates.find((candidate) => candidate.startsWith(word)) ?? null;
}

/** The text with its unknown words corrected; null if none is. */
export function mendText(words: readonly ReadWord[], isSpelt = false): string | null {
  const mended = words.map(({ word, alike }) => meantWord(word, alike, isSpelt) ?? word);
  return mended.every((word, index) => word === words[index]?.word) ? null : mended.join(" ");
}
