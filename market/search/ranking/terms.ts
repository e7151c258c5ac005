/** A query's terms for the ranking: their queries, weights and rarity. Pure. */
import type { Grades } from "../../../db/queries/search/candidates.ts";
import type { SearchPlan } from "../plan.ts";

type Concept = SearchPlan["concepts"][number];
type Alternative = Concept["alternatives"][number];

/** An alternative with its tsquery as text. */
type TermAlternative = Pick<Alternative, "words" | "weight" | "kind"> & { query: string };

export type Term = {
  typed: string;
  /** From 0 to 1, from the plan. */
  weight: number;
  /** It was quoted: a listing without it does not match, not even partially. */
  isStrict: boolean;
  alternatives: TermAlternative[];
  /** Share of all listings that contain one of its common words; null if none is common. */
  share: number | null;
};

/** Terms below this weight need not match. */
const requiredWeightMin = 0.5;

/** By weight class of the tsvector: title, then tags and columns, then description. */
const fieldWeights = [
  ["A", 1],
  ["B", 0.75],
  ["C", 0.5],
] as const;

/** Alternatives of about the same weight share a grade. */
const weightStep = 0.25;

/** The most grades of a term, so that a listing's grade is one digit. */
const gradesMax = 9;

export type Grade = { query: string; alternativeWeight: number; fieldWeight: number };

/** The terms that an exact match needs: those of weight, or all if there are none. */
export function requiredTerms(terms: Term[], areFiltered: boolean): Term[] {
  const weighty = terms.filter((term) => term.isStrict || term.weight >= requiredWeightMin);
  return weighty.length > 0 || areFiltered ? weighty : terms;
}

/** Without duplicates, because many words have the same stem in two languages. */
export const anyOf = (queries: string[]) =>
  [...new Set(queries)].map((query) => `(${query})`).join(" | ");
/** A single query stays unchanged, so that equal queries can be compared. */
export const allOf = (queries: string[]) =>
  queries.length === 1 ? (queries[0] ?? "") : queries.map((query) => `(${query})`).join(" & ");

/** Matches a term by any of its alternatives. */
export const termQuery = (term: Term) => anyOf(term.alternatives.map(({ query }) => query));

/** The same query within one field. A quote in a lexeme is doubled; `:*` is a prefix. */
export function inField(query: string, field: "A" | "B" | "C"): string {
  return query.replace(/('(?:[^']|'')*')(:\*)?/g, (_whole, lexeme: string, beginning?: string) => {
    return `${lexeme}${beginning ?? ":"}${field}`;
  });
}

/** The ways to match a term, best first. */
export function gradesOf(term: Term): Grade[] {
  const byStep = new Map<number, TermAlternative[]>();
  for (const alternative of term.alternatives) {
    const step = Math.floor(alternative.weight / weightStep);
    byStep.set(step, [...(byStep.get(step) ?? []), alternative]);
  }
  const grades = [...byStep.values()].flatMap((group) => {
    const query = anyOf(group.map((alternative) => alternative.query));
    const alternativeWeight = Math.max(...group.map(({ weight }) => weight));
    return fieldWeights.map(([field, fieldWeight]) => ({
      query: inField(query, field),
      alternativeWeight,
      fieldWeight,
    }));
  });
  const value = (grade: Grade) => grade.alternativeWeight * grade.fieldWeight;
  return grades.sort((one, other) => value(other) - value(one)).slice(0, gradesMax);
}

export function databaseGrades(terms: Term[]): Grades {
  const typed = terms.map((term) => term.alternatives[0]?.query ?? "");
  return {
    gradings: terms.map((term) => ({
      query: termQuery(term),
      grades: gradesOf(term).map(({ query }) => query),
    })),
    pairs: typed.slice(1).map((query, index) => `(${typed[index]}) <-> (${query})`),
    any: anyOf(terms.map(termQuery)),
  };
}
