/** The problem table as `/problems` shows it. */
import { problemType } from "./document.ts";
import { forRest } from "./problem.ts";
import { type ProblemCode, problems } from "./problems.ts";
import type { ExplainedProblem } from "./schemas.ts";

/** `baseUrl` is `PUBLIC_BASE_URL`. */
export function explainProblem(baseUrl: string, code: ProblemCode): ExplainedProblem {
  const { status, title, resolution, meaning, whatToDo } = problems[code];
  return {
    code,
    status,
    title,
    resolution,
    meaning,
    what_to_do: forRest(whatToDo),
    address: problemType(baseUrl, code),
  };
}

/** Every code, sorted by status and then by name. */
export function explainProblems(baseUrl: string): ExplainedProblem[] {
  const codes = Object.keys(problems) as ProblemCode[];
  return codes
    .map((code) => explainProblem(baseUrl, code))
    .sort((one, other) => one.status - other.status || one.code.localeCompare(other.code));
}
