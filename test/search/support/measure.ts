/** Sends every question to one way of searching, and averages its measures. */
import type { Question } from "./corpus.ts";
import { ndcgAt, recallAt, reciprocalRank, successAtOne } from "./metrics.ts";

/** A way of searching: the keys of what it finds, best first, at most ten. */
export type Searcher = (question: string) => Promise<string[]>;

export type Means = {
  questions: number;
  recallAt10: number;
  ndcgAt10: number;
  reciprocalRank: number;
  successAt1: number;
};

type Judged = Pick<Question, "question" | "answers">;

export type Asked<Of extends Judged = Question> = { question: Of; ranking: string[] };

export const rankedMax = 10;

export async function askAll<Of extends Judged>(
  search: Searcher,
  questions: readonly Of[],
): Promise<Asked<Of>[]> {
  const asked: Asked<Of>[] = [];
  for (const question of questions) {
    asked.push({ question, ranking: await search(question.question) });
  }
  return asked;
}

/** The averages over the questions. */
export function meansOf(asked: readonly Asked<Judged>[]): Means {
  const mean = (measure: (ranking: string[], grades: Question["answers"]) => number): number =>
    asked.reduce((sum, { question, ranking }) => sum + measure(ranking, question.answers), 0) /
    Math.max(1, asked.length);
  return {
    questions: asked.length,
    recallAt10: mean((ranking, grades) => recallAt(rankedMax, ranking, grades)),
    ndcgAt10: mean((ranking, grades) => ndcgAt(rankedMax, ranking, grades)),
    reciprocalRank: mean(reciprocalRank),
    successAt1: mean(successAtOne),
  };
}
