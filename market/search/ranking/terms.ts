/** The things that a query asks for, as the ranking reads them: their queries, weights and rarity. Pure. */
import type { Grades } from "../../../db/queries/search/candidates.ts";
import type { SearchPlan } from "../plan.ts";

type Concept = SearchPlan["concepts"][number];
type Alternative = Concept["alternatives"][number];

/** An alternative with its tsquery, as Postgres prints it. */
type TermAlternative = Pick<Alternative, "words" | "weight" | "kind"> & { query: string };

export type Term = {
  typed: string;
  /** From 0 to 1, of the plan. */
  weight: number;
  /** Stands in quotes: what lacks it is no match, not even a partial one. */
  isStrict: boolean;
  alternatives: TermAlternative[];
  /** Share of all listings that hold one of its common words; null where none is common. */
  share: number | null;
};

/** Lighter words say nothing in a catalogue of data: a listing that lacks them lacks nothing. */
const requiredWeightMin = 0.5;

/** By its place in the vector: title, then tags and columns, then description. */
const fieldWeights = [
  ["A", 1],
  ["B", 0.75],
  ["C", 0.5],
] as const;

/** Alternatives of about the same weight are graded as one. */
const weightStep = 0.25;

/** At most so many grades of a term: a listing's grade is one digit. */
const gradesMax = 9;

export type Grade = { query: string; alternativeWeight: number; fieldWeight: number };

/** The terms that a listing needs to match exactly: without any of weight, all of them. */
export function requiredTerms(terms: Term[], areFiltered: boolean): Term[] {
  const weighty = terms.filter((term) => term.isStrict || term.weight >= requiredWeightMin);
  return weighty.length > 0 || areFiltered ? weighty : terms;
}

/** Each of them once: of two languages, many words have the same stem. */
export const anyOf = (queries: string[]) =>
  [...new Set(queries)].map((query) => `(${query})`).join(" | ");
/** One alone is itself, by which two that ask the same are known. */
export const allOf = (queries: string[]) =>
  queries.length === 1 ? (queries[0] ?? "") : queries.map((query) => `(${query})`).join(" & ");

/** What matches a term by any of its alternatives. */
export const termQuery = (term: Term) => anyOf(term.alternatives.map(({ query }) => query));

/** The same query, of one field's words alone. A quote in a lexeme is doubled; `:*` is a beginning. */
export function inField(query: string, field: "A" | "B" | "C"): string {
  return query.replace(/('(?:[^']|'')*')(:\*)?/g, (_whole, lexeme: string, beginning?: string) => {
    return `${lexeme}${beginning ?? ":"}${field}`;
  });
}

/** The ways to match a term, the best one first. */
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

/** What the database grades candidates by. */
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
