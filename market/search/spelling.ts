/** Which word of the catalogue a misspelt one means, of those that are spelt alike. Pure. */
import { distance } from "fastest-levenshtein";
import type { ReadWord } from "../../db/queries/search/words.ts";

/** Longer words are misspelt in more letters; two letters that changed their places are two. */
const lettersWrongMax: readonly [charsMax: number, wrong: number][] = [
  [4, 1],
  [8, 2],
  [Number.POSITIVE_INFINITY, 3],
];

/** From this length on a word may be the beginning of what it means: `windows` of `windowszones`. */
const beginningCharsMin = 5;

/**
 * The candidate with the fewest letters to change, else one that begins with it; the first of several. Null where
 * none is near. Of a word that is spelt well (`isSpelt`) the latter alone: `diamantes` are no diabetes.
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

/** The text with its unknown words mended; null where none of them is mended. */
export function mendText(words: readonly ReadWord[], isSpelt = false): string | null {
  const mended = words.map(({ word, alike }) => meantWord(word, alike, isSpelt) ?? word);
  return mended.every((word, index) => word === words[index]?.word) ? null : mended.join(" ");
}
