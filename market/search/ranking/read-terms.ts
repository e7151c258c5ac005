/** Makes terms of a plan's concepts: stemmed by Postgres, and mended where the catalogue has no such word. */
import type { Database } from "../../../db/client.ts";
import { countHolding, readWordings, type Wording } from "../../../db/queries/search/terms.ts";
import { readAlike } from "../../../db/queries/search/words.ts";
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

/** What was spelt otherwise, by the word as it was typed. */
export type Corrections = Record<string, string>;

export type ReadTerms = {
  terms: Term[];
  /** The tsqueries of what must not stand. */
  excluded: string[];
  /** Active listings, about. */
  listings: number;
};

const configs = { en: "english", de: "german", fr: "french", es: "spanish", simple: "simple" };

/** Counting stops here: what more listings hold is neither rare nor unknown. */
export const holdingCountedMax = 50;

/** Stop words and signs alone are no terms. At most SEARCH_CONCEPTS_MAX are read, the first ones. */
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

/** How many active listings hold each term: of common ones estimated, of others counted up to a bound. */
export async function readHolding(
  db: Database,
  terms: Term[],
  listings: number,
): Promise<number[]> {
  const counts = await countHolding(db, countedQueries(terms), holdingCountedMax);
  return holdingOf(terms, counts, listings);
}

/** What of the terms has to be counted: no share is known of it. */
export function countedQueries(terms: Term[]): string[] {
  return terms.filter(({ share }) => share === null).map(termQuery);
}

/** `counts`: those of {@link countedQueries}. */
export function holdingOf(terms: Term[], counts: number[], listings: number): number[] {
  const left = [...counts];
  return terms.map(({ share }) => (share === null ? (left.shift() ?? 0) : share * listings));
}

/** How the catalogue spells the words that no listing holds, where it has ones alike. */
export async function correctSpelling(db: Database, unknown: Term[]): Promise<Corrections> {
  const asked = unknown.slice(0, SEARCH_MENDED_WORDS_MAX);
  if (asked.length === 0) return {};
  // What the thesaurus translates is spelt well, though nothing is on sale for it.
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

/** A word that is spelt otherwise has also the alternatives of what was meant. */
function withCorrection(
  concept: Concept,
  corrections: Corrections,
  { now, expand }: { now: Date; expand: boolean },
): Concept {
  const { typed } = concept;
  const words = Object.hasOwn(corrections, typed) ? corrections[typed] : undefined;
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

/** The typed words of all come before further alternatives of any. */
function boundConcepts(concepts: ReadConcept[]): ReadConcept[] {
  const bounded = concepts.slice(0, SEARCH_CONCEPTS_MAX);
  const each = Math.max(1, Math.floor(SEARCH_ALTERNATIVES_MAX / Math.max(1, bounded.length)));
  return bounded.map((concept) => ({
    ...concept,
    alternatives: concept.alternatives.slice(0, each),
  }));
}

/** A hyphen is a blank: the catalogue's "air quality" is asked for by "air-quality" too. */
function wordingOf({
  words: typed,
  language,
}: Pick<Concept["alternatives"][number], "words" | "language">): Wording {
  const words = typed.replaceAll("-", " ");
  const isNoun = (language === "fr" || language === "es") && !words.includes(" ");
  const forms = isNoun ? nounForms(language, words.toLowerCase()) : [];
  return { config: configs[language], words, forms };
}
