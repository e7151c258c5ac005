/** Exclusions: "weather except Seattle", "flights but not from Boston", "Wetter, aber nicht in Köln". */
import { findPhrase, phrasesOf, type Token, type Word } from "./tokens.ts";

const negators = phrasesOf<true>([
  ["but not|but no|except|except for|excluding|not including|other than|not in|not from", true],
  ["but not in|but not from|but not about|apart from", true],
  ["aber nicht|aber nicht in|aber nicht aus|aber keine|aber kein|ausser|ausgenommen", true],
  ["nicht in|nicht aus|mais pas|mais pas de|mais pas a|sauf|hormis|excepte", true],
  ["pero no|pero no de|pero no en|excepto|salvo", true],
]);

/**
 * These exclude only names: "weather without Seattle". A search for "images without watermark" wants
 * listings that contain the word. German capitalises all nouns, so `ohne` is not in the list.
 */
const nameNegators = phrasesOf<true>([["without|sans|sin", true]]);

/** Words between a negator and its object. */
const articles =
  /^(?:the|in|from|for|of|at|an?|de[rmns]?|die|das|in|aus|von|a|l[ae]s?|el|los|en|d[eu]s?)$/;
/** Words that begin a bound, a choice or another thought make the exclusion unclear. */
const unclear =
  /^(?:and|or|und|oder|et|ou|y|o|than|as|more|less|with|which|that|since|until|free|only)$/;
/** A longer exclusion is a sentence. */
const wordsMax = 3;
const tokensMax = 12;

export type Negation = {
  /** In tokens. */
  length: number;
  /** The indexes of excluded words. */
  without: number[];
};

/** At the start of a query there is nothing to exclude from. Otherwise everything after it is excluded. */
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
  // If every word is capitalised, capitals mark no names: `Images Without Watermark`.
  const isNegatorSmall = !/\p{Lu}/u.test(typed(tokens[at]?.word ?? 0));
  if (plain === null && !(areNames && isNegatorSmall)) return null;
  if (without.length === 0 || without.length > wordsMax || !isClear) return null;
  return { length: tokens.length - at, without };
}
