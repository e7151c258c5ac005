/** The view of a search's words: how they matched, and which are missing. Pure. */
import type { Explained } from "../../db/queries/search/explain.ts";
import type { DatasetItem } from "../catalogue/schemas.ts";
import type { SearchHit } from "./hit-schemas.ts";
import type { WordsMatched } from "./match-words.ts";
import type { SearchView } from "./schemas.ts";
import { viewMatch } from "./view-match.ts";

type WordsView = Pick<SearchView, "match" | "corrected_query" | "missing_words" | "ignored_words">;

export function viewHit(
  item: DatasetItem,
  words: WordsMatched | null,
  explained: Explained | undefined,
): SearchHit {
  const match = words?.matches.get(item.id);
  return {
    ...item,
    matched: words === null || explained === undefined ? null : viewMatch(words.terms, explained),
    missing_words: (match?.missing ?? []).map((index) => words?.terms[index]?.typed ?? ""),
    score: words?.ranked == null || match === undefined ? null : match.score,
  };
}

/** `query`: as typed. */
export function viewWords(query: string, words: WordsMatched | null, total: number): WordsView {
  if (words === null) {
    const match = total === 0 ? "none" : "exact";
    return { match, corrected_query: null, missing_words: [], ignored_words: [] };
  }
  const { terms, required, walk, matches, isPartial } = words;
  const ignored = terms.filter((term) => !required.includes(term));
  const found = [...matches.values()];
  const isMissing = (index: number) => found.every((match) => match.missing.includes(index));
  const missing =
    isPartial || total === 0 ? required.filter((term) => isMissing(terms.indexOf(term))) : [];
  return {
    match: matchOf(words, total),
    corrected_query: total === 0 ? null : correctedQuery(query, walk.corrections),
    missing_words: missing.map(({ typed }) => typed),
    ignored_words: ignored.map(({ typed }) => typed),
  };
}

function matchOf({ isPartial, walk }: WordsMatched, total: number): WordsView["match"] {
  if (total === 0) return "none";
  if (isPartial) return "partial";
  return Object.keys(walk.corrections).length > 0 ? "similar" : "exact";
}

function correctedQuery(query: string, corrections: Record<string, string>): string | null {
  const words = Object.entries(corrections);
  if (words.length === 0) return null;
  return words
    .reduce((text, [typed, meant]) => text.replace(typed, () => meant), query)
    .toLowerCase();
}
