import { ACCESS_QUESTIONS_MAX } from "../../../market/access/limits.ts";

/** The fields of a buyer's answers, in the order of the questions. */
export const accessAnswerNames: readonly string[] = Array.from(
  { length: ACCESS_QUESTIONS_MAX },
  (_, at) => `answers.${at}`,
);
