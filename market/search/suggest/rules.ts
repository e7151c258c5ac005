/** Which suggestions an unfinished search gets. Pure. */
import { categories } from "../../vocabulary.ts";

/** Shown of each kind, in this order. */
export const suggestionsOfKind = { dataset: 4, category: 2, column: 3, seller: 2 } as const;

/** For less text, only categories are suggested. */
const charsMin = 2;
/** Further words at the beginning of the text are ignored. */
const wordsMax = 6;

export type TypedSearch = { whole: string[]; beginning: string };

/** The words of the text; null if they are too short. */
export function typedWords(text: string): TypedSearch | null {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if ([...words.join("")].length < charsMin) return null;
  const used = words.slice(0, wordsMax);
  return { whole: used.slice(0, -1), beginning: used.at(-1) ?? "" };
}

/** The categories with a word that begins with the typed text. */
export function categoriesLike(text: string): (typeof categories)[number][] {
  const typed = text.trim().toLowerCase();
  return categories
    .filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${typed}`))
    .slice(0, suggestionsOfKind.category);
}
