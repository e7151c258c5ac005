/** Adds synonyms and translations to a query's concepts. */

import type { Alternative, Concept } from "../concepts.ts";
import { SEARCH_CONCEPTS_MAX } from "../limits.ts";
import { findAlternatives } from "./find-alternatives.ts";
import type { ThesaurusEntry, ThesaurusLanguage } from "./thesaurus.ts";

/** Alternatives added to one concept, besides the typed words. */
const addedMax = 10;

/** Alternatives below this weight are much broader. */
const nearWeightMin = 0.5;

/** Synonyms of words below this weight say too little. */
const weightMin = 0.5;

/** If a phrase such as `real estate` is known as a whole, its parts are not looked up. */
export function expandConcepts(concepts: Concept[], language: ThesaurusLanguage): Concept[] {
  const added = concepts.map((): Alternative[] => []);
  const isPart = concepts.map(() => false);
  for (let at = 0; at + 1 < Math.min(concepts.length, SEARCH_CONCEPTS_MAX); at += 1) {
    const [first, second] = [concepts[at], concepts[at + 1]];
    if (first === undefined || second === undefined) continue;
    if (first.weight < weightMin || second.weight < weightMin) continue;
    const whole = findAlternatives(`${first.typed} ${second.typed}`, language);
    for (const place of whole === null ? [] : [at, at + 1]) {
      isPart[place] = true;
      added[place]?.push(...(whole?.entries ?? []).map(alternativeOf));
    }
  }
  return concepts.map((concept, place) => {
    if (concept.weight < weightMin || place >= SEARCH_CONCEPTS_MAX) return concept;
    const own = isPart[place] === true ? [] : alternativesOf(concept, language);
    return withAlternatives(concept, [...own, ...(added[place] ?? [])]);
  });
}

/** A word of another language is also stemmed by that language's rules. */
function alternativesOf({ typed }: Concept, language: ThesaurusLanguage): Alternative[] {
  const known = findAlternatives(typed, language);
  if (known === null) return [];
  const own: Alternative = { words: typed, weight: 1, kind: "typed", language: known.language };
  const isNew = known.language !== "en" && known.language !== language;
  return [...(isNew ? [own] : []), ...known.entries.map(alternativeOf)];
}

function alternativeOf({ words, weight, kind, language }: ThesaurusEntry): Alternative {
  return { words, weight, kind, language };
}

function withAlternatives(concept: Concept, added: Alternative[]): Concept {
  const typed = new Set(concept.alternatives.map(({ words, language }) => `${language} ${words}`));
  const fresh = added.filter(({ words, language }) => !typed.has(`${language} ${words}`));
  const chosen = nearest(fresh).slice(0, addedMax);
  return { ...concept, alternatives: [...concept.alternatives, ...chosen] };
}

/** Much broader words find other things, so they are used only if English has nothing nearer. */
function nearest(alternatives: Alternative[]): Alternative[] {
  const near = alternatives.filter(({ weight }) => weight >= nearWeightMin);
  return near.some(({ language }) => language === "en") ? near : alternatives;
}
