/** The view of a search's words: how they matched, and which are missing. Pure. */
import type { Explained } from "../../db/queries/search/explain.ts";
import type { DatasetItem } from "../catalogue/schemas.ts";
import type { SearchHit } from "./hit-schemas.ts";
import { namesIn } from "./interpret/names.ts";
import type { WordsMatched } from "./match-words.ts";
import type { ElsewhereMatches } from "./other-countries.ts";
import { isWeakMatch, type JudgedBy } from "./ranking/match-quality.ts";
import type { ReadingName } from "./readings.ts";
import type { SearchView } from "./schemas.ts";
import { viewMatch } from "./view-match.ts";

type WordsView = Pick<SearchView, "match" | "corrected_query" | "missing_words" | "ignored_words">;

/** By what the matches of `query`, as typed, are judged; null if nothing was ranked. */
export function judgedBy(query: string, words: WordsMatched | null): JudgedBy | null {
  if (words === null || words.ranked === null) return null;
  const { names, places } = namesIn(query);
  const { terms, required, ranked } = words;
  const indexesOf = (named: ReadonlySet<string>) =>
    terms.flatMap(({ typed }, index) => (named.has(typed) ? [index] : []));
  const subject = required.filter(({ typed }) => !places.has(typed));
  return {
    hasMeaning: ranked.some(({ score }) => score.vectors > 0),
    names: new Set(indexesOf(names)),
    subject: subject.length < required.length ? subject.map((term) => terms.indexOf(term)) : [],
  };
}

/** By what a match is judged. */
type Judges = { judged: JudgedBy | null; elsewhere: ElsewhereMatches };

/** A search without the filter that its words asked for found nothing of what was asked. */
export function matchQuality(
  words: WordsMatched | null,
  { judged, elsewhere }: Judges,
  reading: ReadingName,
): SearchView["match_quality"] {
  if (judged === null || words === null || words.total === 0) return null;
  const isGood =
    words.ranked?.some((match) => !isWeakMatch(match, judged) && !elsewhere.has(match.id)) === true;
  return isGood && reading !== "relaxed" ? "good" : "weak";
}

export function viewHit(
  item: DatasetItem,
  { words, judged, elsewhere }: Judges & { words: WordsMatched | null },
  explained: Explained | undefined,
): SearchHit {
  const match = words?.matches.get(item.id);
  return {
    ...item,
    matched: words === null || explained === undefined ? null : viewMatch(words.terms, explained),
    missing_words: (match?.missing ?? []).map((index) => words?.terms[index]?.typed ?? ""),
    is_weak:
      judged === null || match === undefined
        ? null
        : isWeakMatch(match, judged) || elsewhere.has(item.id),
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
