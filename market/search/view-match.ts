/** The view of how one dataset matched a search's words. Pure. */
import {
  type AskedWords,
  type Explained,
  markEnd,
  markStart,
} from "../../db/queries/search/explain.ts";
import type { MatchedView } from "./hit-schemas.ts";
import { anyOf, inField, type Term, termQuery } from "./ranking/terms.ts";

/** The queries for explaining a page's matches. */
export function askedWords(terms: Term[]): AskedWords {
  const any = anyOf(terms.map(termQuery));
  const [title, names, description] = [inField(any, "A"), inField(any, "B"), inField(any, "C")];
  const alternatives = terms.flatMap((term) => term.alternatives.map(({ query }) => query));
  return { any, byField: { title, names, description }, alternatives };
}

export function viewMatch(terms: Term[], explained: Explained): MatchedView {
  const { tags, columns } = explained;
  const snippets = (["title", "description"] as const).flatMap((field) => {
    const text = explained[field];
    const snippet = text === null ? null : { field, ...readMarks(text) };
    return snippet === null || snippet.highlights.length === 0 ? [] : [snippet];
  });
  const fields = [
    explained.title === null ? [] : ["title" as const],
    tags.length === 0 ? [] : ["tags" as const],
    columns.length === 0 ? [] : ["columns" as const],
    explained.description === null ? [] : ["description" as const],
  ].flat();
  return { fields, snippets, tags, columns, concepts: matchedConcepts(terms, explained) };
}

/** Each matching word, with the best of its alternatives. */
function matchedConcepts(terms: Term[], { alternatives }: Explained): MatchedView["concepts"] {
  const matched = new Set(alternatives);
  let first = 0;
  return terms.flatMap((term) => {
    const start = first;
    first += term.alternatives.length;
    const ways = term.alternatives.filter((_, index) => matched.has(start + index));
    const [best] = ways.sort((one, other) => other.weight - one.weight);
    return best === undefined ? [] : [{ word: term.typed, by: best.words, kind: best.kind }];
  });
}

/** Offsets count UTF-16 units, like JavaScript strings; the end is exclusive. */
function readMarks(marked: string): { text: string; highlights: [number, number][] } {
  const highlights: [number, number][] = [];
  let text = "";
  for (const part of marked.split(markStart)) {
    const [word = "", after] = part.split(markEnd);
    if (after === undefined) {
      text += word;
      continue;
    }
    highlights.push([text.length, text.length + word.length]);
    text += word + after;
  }
  return { text, highlights };
}
