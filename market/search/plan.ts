/** A query's plan: the interface between the typed words and the SQL. Pure. */
import type { Alternative, Concept } from "./concepts.ts";
import { expandConcepts } from "./expand/expand-concepts.ts";
import { dataWeight, languageOf, type QueryLanguage, weighWords } from "./interpret/filler.ts";
import {
  type Accepts,
  excludedBy,
  type Interpretation,
  readFilters,
} from "./interpret/read-filters.ts";
import { readWords, tokensOf, type Word } from "./interpret/tokens.ts";

export type SearchPlan = {
  /** Whether anything was typed, even if only signs. */
  isTyped: boolean;
  concepts: Concept[];
  /** Whether synonyms and translations were added to the words. */
  isExpanded: boolean;
  /** Texts that must occur literally ("in quotes"), and texts that must not (-word, "but not word"). */
  phrases: string[];
  excluded: string[];
  /** Filters read from the words, each with its words. Empty with interpret=false. */
  interpreted: Interpretation[];
};

export type { Interpretation };

/** `accepts`: the filters that the caller supports; by default, all. */
type PlanOptions = { interpret: boolean; now: Date; accepts?: Accepts; expand?: boolean };

/**
 * `expand`: whether to add alternatives to each word; benches turn it off.
 * `query`: at most SEARCH_QUERY_CHARS_MAX characters; longer ones take linear time. Grammar ("I need a")
 * is dropped and words for data weigh little, as long as something else was said.
 */
export function planQuery(query: string, options: PlanOptions): SearchPlan {
  const words = readWords(query);
  const tokens = tokensOf(words);
  const { interpreted, used, unclear } = options.interpret
    ? readFilters(words, tokens, { now: options.now, accepts: options.accepts ?? (() => true) })
    : { interpreted: [], used: new Set<number>(), unclear: new Set<number>() };
  const language = languageOf(query, tokens);
  const weights = weighWords(tokens, language, words.length);
  const left = words.map((word, place) => {
    const weight = weights[place] ?? 0;
    return { ...word, weight: unclear.has(place) ? Math.min(weight, dataWeight) : weight, place };
  });
  const asked = left.filter(
    ({ typed, kind, place }) => kind === "word" && !used.has(place) && /[\p{L}\p{N}]/u.test(typed),
  );
  const concepts = joinOrs(chooseWords(asked, interpreted.length > 0), language);
  const { expand = true } = options;
  return {
    isTyped: query.trim() !== "",
    concepts: expand ? expandConcepts(concepts, language) : concepts,
    isExpanded: expand,
    phrases: typedOf(words, "phrase"),
    excluded: [...typedOf(words, "excluded"), ...excludedBy(interpreted)],
    interpreted,
  };
}

type WeightedWord = Word & { weight: number; place: number };

/** Meaningful words; if there are none and no filter either, all typed words as if they were meaningful. */
function chooseWords(asked: WeightedWord[], areFiltered: boolean): WeightedWord[] {
  const heavy = Math.max(0, ...asked.map(({ weight }) => weight));
  if (areFiltered) return asked.filter(({ weight, typed }) => weight > 0 || isOr(typed));
  if (heavy === 0) return asked.map((word) => ({ ...word, weight: 1 }));
  return asked
    .filter(({ weight, typed }) => weight > 0 || isOr(typed))
    .map((word) => ({ ...word, weight: heavy < 1 && word.weight > 0 ? 1 : word.weight }));
}

/** `cats or dogs` is one concept with two alternatives. */
function joinOrs(asked: WeightedWord[], language: QueryLanguage): Concept[] {
  const concepts: Concept[] = [];
  asked.forEach(({ typed, weight, place }, index) => {
    if (isOr(typed) && asked.length > 1) return;
    const before = asked[index - 1];
    const previous = concepts.at(-1);
    const isChoice = before !== undefined && isOr(before.typed) && before.place === place - 1;
    if (!isChoice || previous === undefined || asked[index - 2]?.place !== place - 2) {
      concepts.push({ typed, weight, alternatives: typedAs(typed, language) });
      return;
    }
    previous.typed = `${previous.typed} or ${typed}`;
    previous.weight = Math.max(previous.weight, weight);
    previous.alternatives.push(...typedAs(typed, language));
  });
  return concepts;
}

function typedAs(words: string, language: QueryLanguage): Alternative[] {
  const english: Alternative = { words, weight: 1, kind: "typed", language: "en" };
  return language === "en" ? [english] : [english, { ...english, language }];
}

function isOr(word: string): boolean {
  return word.toLowerCase() === "or";
}

function typedOf(words: Word[], kind: Word["kind"]): string[] {
  return words.filter((word) => word.kind === kind).map(({ typed }) => typed);
}
