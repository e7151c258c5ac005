/** What the words leave out: "weather except Seattle", "flights but not from Boston", "Wetter, aber nicht in Köln". */
import { findPhrase, phrasesOf, type Token, type Word } from "./tokens.ts";

const negators = phrasesOf<true>([
  ["but not|but no|except|except for|excluding|not including|other than|not in|not from", true],
  ["but not in|but not from|but not about|apart from", true],
  ["aber nicht|aber nicht in|aber nicht aus|aber keine|aber kein|ausser|ausgenommen", true],
  ["nicht in|nicht aus|mais pas|mais pas de|mais pas a|sauf|hormis|excepte", true],
  ["pero no|pero no de|pero no en|excepto|salvo", true],
]);

/**
 * These leave out names alone: "weather without Seattle". Who looks for "images without watermark" wants those that
 * say so, and the word stands in them. German writes all nouns as it writes names: `ohne` is none.
 */
const nameNegators = phrasesOf<true>([["without|sans|sin", true]]);

/** Between a negator and what it leaves out. */
const articles =
  /^(?:the|in|from|for|of|at|an?|de[rmns]?|die|das|in|aus|von|a|l[ae]s?|el|los|en|d[eu]s?)$/;
/** Where a bound, a choice or another thought begins, what is left out is unclear. */
const unclear =
  /^(?:and|or|und|oder|et|ou|y|o|than|as|more|less|with|which|that|since|until|free|only)$/;
/** More words are a sentence. */
const wordsMax = 3;
const tokensMax = 12;

export type Negation = {
  /** Tokens from here. */
  length: number;
  /** The words that are left out. */
  without: number[];
};

/** Nothing before it: then there is nothing to leave it out of. Everything behind it is left out. */
export function readNegation(tokens: Token[], at: number, words: Word[]): Negation | null {
  if (at === 0) return null;
  const plain = findPhrase(negators, tokens, at);
  const found = plain ?? findPhrase(nameNegators, tokens, at);
  if (found === null) return null;
  let from = at + found.length;
  while (articles.test(tokens[from]?.text ?? "")) from += 1;
  if (tokens.length - from > tokensMax) return null;
  const rest = tokens.slice(from);
  const without = [...new Set(rest.map(({ word }) => word))];
  const isClear = rest.every(
    ({ text }) => /^[\p{L}\p{M}\p{N}'’]+$/u.test(text) && !unclear.test(text),
  );
  const typed = (place: number) => words[place]?.typed ?? "";
  const areNames = without.every((place) => /^\p{Lu}/u.test(typed(place)));
  // Where every word is a name's, none is: `Images Without Watermark`.
  const isNegatorSmall = !/\p{Lu}/u.test(typed(tokens[at]?.word ?? 0));
  if (plain === null && !(areNames && isNegatorSmall)) return null;
  if (without.length === 0 || without.length > wordsMax || !isClear) return null;
  return { length: tokens.length - at, without };
}
