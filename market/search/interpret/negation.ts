/** What the words leave out: "weather except Seattle", "flights but not from Boston", "Wetter, aber nicht in Köln". */
import { findPhrase, phrasesOf, type Token } from "./tokens.ts";

/**
 * "Without" is none of them: who looks for "images without watermark" wants those that say so, and the
 * word stands in them.
 */
const negators = phrasesOf<true>([
  ["but not|but no|except|except for|excluding|not including|other than|not in|not from", true],
  ["but not in|but not from|but not about|apart from", true],
  ["aber nicht|aber nicht in|aber nicht aus|aber keine|aber kein|ausser|ausgenommen", true],
  ["nicht in|nicht aus|mais pas|mais pas de|mais pas a|sauf|hormis|excepte", true],
  ["pero no|pero no de|pero no en|excepto|salvo", true],
]);

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
export function readNegation(tokens: Token[], at: number): Negation | null {
  const found = at === 0 ? null : findPhrase(negators, tokens, at);
  if (found === null) return null;
  let from = at + found.length;
  while (articles.test(tokens[from]?.text ?? "")) from += 1;
  if (tokens.length - from > tokensMax) return null;
  const rest = tokens.slice(from);
  const without = [...new Set(rest.map(({ word }) => word))];
  const isClear = rest.every(
    ({ text }) => /^[\p{L}\p{M}\p{N}'’]+$/u.test(text) && !unclear.test(text),
  );
  if (without.length === 0 || without.length > wordsMax || !isClear) return null;
  return { length: tokens.length - at, without };
}
