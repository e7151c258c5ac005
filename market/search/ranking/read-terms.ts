/** Turns a plan's concepts into terms: stemmed by Postgres, with corrected spelling for unknown words. */

import type { Database } from "../../../db/client.ts";
import { countHolding, readWordings, type Wording } from "../../../db/queries/search/terms.ts";
import { readAlike } from "../../../db/queries/search/words.ts";
import { ownEntry } from "../../own-entry.ts";
import { nounForms } from "../expand/inflections.ts";
import {
  SEARCH_ALTERNATIVES_MAX,
  SEARCH_CONCEPTS_MAX,
  SEARCH_MENDED_WORDS_MAX,
} from "../limits.ts";
import { planQuery, type SearchPlan } from "../plan.ts";
import { mendText } from "../spelling.ts";
import { type Term, termQuery } from "./terms.ts";

type Concept = SearchPlan["concepts"][number];
type ReadConcept = Concept & { isStrict: boolean };

/** Corrected words by the typed word. */
export type Corrections = Record<string, string>;

export type ReadTerms = {
  terms: Term[];
  /** The tsqueries of excluded texts. */
  excluded: string[];
  /** Estimated number of active listings. */
  listings: number;
};

const configs = { en: "english", de: "german", fr: "french", es: "spanish", simple: "simple" };

/** Counting stops here: a term in more listings is neither rare nor unknown. */
export const holdingCountedMax = 50;

/** Stop words and signs are not terms. Reads the first SEARCH_CONCEPTS_MAX. */
export async function readTerms(
  db: Database,
  plan: SearchPlan,
  { corrections, now }: { corrections: Corrections; now: Date },
): Promise<ReadTerms> {
  const concepts = boundConcepts([
    ...plan.concepts.map((concept) => ({
      ...withCorrection(concept, corrections, { now, expand: plan.isExpanded }),
      isStrict: false,
    })),
    ...plan.phrases.map(strictConcept),
  ]);
  const excluded = plan.excluded.slice(0, SEARCH_CONCEPTS_MAX);
  const wordings = [
    ...concepts.flatMap((concept) => concept.alternatives.map(wordingOf)),
    ...excluded.map((words) => wordingOf({ words, language: "en" })),
  ];
  const read = await readWordings(db, wordings);
  let next = 0;
  const terms: Term[] = [];
  for (const { typed, weight, isStrict, alternatives } of concepts) {
    const queries = read.queries.slice(next, next + alternatives.length);
    next += alternatives.length;
    const shares = queries.flatMap(({ share }) => (share === null ? [] : [share]));
    const known = alternatives
      .map(({ words, weight, kind }, index) => ({
        words,
        weight,
        kind,
        query: queries[index]?.query ?? "",
      }))
      .filter(({ query }) => query !== "");
    const share = shares.length === 0 ? null : Math.max(...shares);
    if (known.length > 0) terms.push({ typed, weight, isStrict, alternatives: known, share });
  }
  const not = read.queries.slice(next).flatMap(({ query }) => (query === "" ? [] : [query]));
  return { terms, excluded: not, listings: read.listings };
}

/** How many active listings contain each term: estimated for common ones, counted up to a bound for others. */
export async function readHolding(
  db: Database,
  terms: Term[],
  listings: number,
): Promise<number[]> {
  const counts = await countHolding(db, countedQueries(terms), holdingCountedMax);
  return holdingOf(terms, counts, listings);
}

/** The terms that have to be counted, because their share is unknown. */
export function countedQueries(terms: Term[]): string[] {
  return terms.filter(({ share }) => share === null).map(termQuery);
}

/** `counts` belong to {@link countedQueries}. */
export function holdingOf(terms: Term[], counts: number[], listings: number): number[] {
  const left = [...counts];
  return terms.map(({ share }) => (share === null ? (left.shift() ?? 0) : share * listings));
}

/** Corrections for words that no listing contains, if the catalogue has similar ones. */
export async function correctSpelling(db: Database, unknown: Term[]): Promise<Corrections> {
  const asked = unknown.slice(0, SEARCH_MENDED_WORDS_MAX);
  if (asked.length === 0) return {};
  // A word in the thesaurus is spelled correctly, even if nothing is on sale for it.
  const spelt = new Set(asked.filter(isTranslated).map(({ typed }) => typed));
  const words = asked.map(({ typed }) => typed);
  const read = await readAlike(db, words);
  const mended = read.map(
    ({ text, words: parts }) => [text, mendText(parts, spelt.has(text))] as const,
  );
  return Object.fromEntries(mended.flatMap(([text, meant]) => (meant ? [[text, meant]] : [])));
}

const isTranslated = ({ alternatives }: Term) =>
  alternatives.some(({ kind }) => kind === "translation");

/** A corrected word also gets the alternatives of the correct one. */
function withCorrection(
  concept: Concept,
  corrections: Corrections,
  { now, expand }: { now: Date; expand: boolean },
): Concept {
  const { typed } = concept;
  const words = ownEntry(corrections, typed);
  if (words === undefined) return concept;
  const [meant] = planQuery(words, { interpret: false, now, expand }).concepts;
  const [, ...further] = meant?.alternatives ?? [];
  const spelling = { words, weight: 0.9, kind: "spelling" as const, language: "en" as const };
  return { ...concept, alternatives: [...concept.alternatives.slice(0, 1), spelling, ...further] };
}

function strictConcept(words: string): ReadConcept {
  const alternative = { words, weight: 1, kind: "typed" as const, language: "en" as const };
  return { typed: words, weight: 1, alternatives: [alternative], isStrict: true };
}

/** All typed words come before any alternatives. */
function boundConcepts(concepts: ReadConcept[]): ReadConcept[] {
  const bounded = concepts.slice(0, SEARCH_CONCEPTS_MAX);
  const each = Math.max(1, Math.floor(SEARCH_ALTERNATIVES_MAX / Math.max(1, bounded.length)));
  return bounded.map((concept) => ({
    ...concept,
    alternatives: concept.alternatives.slice(0, each),
  }));
}

/** A hyphen equals a space: "air-quality" also finds "air quality". */
function wordingOf({
  words: typed,
  language,
}: Pick<Concept["alternatives"][number], "words" | "language">): Wording {
  const words = typed.replaceAll("-", " ");
  const isNoun = (language === "fr" || language === "es") && !words.includes(" ");
  const forms = isNoun ? nounForms(language, words.toLowerCase()) : [];
  return { config: configs[language], words, forms };
}
