import { expect } from "bun:test";
import { forRest } from "../../../market/problem/problem.ts";
import { type ProblemCode, problems } from "../../../market/problem/problems.ts";
import type { Answer } from "../../support/api.ts";

/** A refusal is an RFC 9457 document, and its code is in the table of problems. */
export function expectProblem(answer: Answer): void {
  const { code, status, request_id: requestId } = answer.body;
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(problems).toHaveProperty(String(code));
  expect(status).toBe(answer.status);
  expect(requestId).toBe(answer.headers.get("x-request-id"));
  expect(answer.body.next).toBe(forRest(problems[code as ProblemCode].whatToDo));
}
