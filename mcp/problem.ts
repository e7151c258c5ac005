/** The problem document that a caller gets when a tool fails: the API's own, with the next step. */
import { randomUUID } from "node:crypto";
import type { FieldFault } from "../market/errors.ts";
import { type ProblemDocument, problemDocument } from "../market/problem/document.ts";
import { forTools } from "../market/problem/problem.ts";
import { isProblemCode, type ProblemCode, problems } from "../market/problem/problems.ts";

/** Codes may be newer than this process, so they are plain text here. */
export type Problem = Omit<ProblemDocument, "code"> & { code: string };

/** Thrown by the API client and by the checks of arguments; a tool turns it into its result. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

/**
 * Adds the next step in the tools' names, from the same table row that REST uses. A code that is
 * newer than this process keeps the API's text.
 */
export function withNext(problem: Problem): Problem {
  const { code } = problem;
  return isProblemCode(code) ? { ...problem, next: forTools(problems[code].whatToDo) } : problem;
}

/** The call that a problem of this process refers to. */
export type Occasion = {
  /** The marketplace's address, which serves `/problems/{code}`; without a trailing slash. */
  siteUrl: string;
  /** A path, or `tool:<name>`. */
  instance: string;
  /** Null: the problem gets a new id. */
  requestId: string | null;
};

/** Builds a problem of this process. */
export function ownProblem(
  { siteUrl, instance, requestId }: Occasion,
  code: ProblemCode,
  detail: string,
  faults: FieldFault[] = [],
): Problem {
  const id = requestId ?? randomUUID();
  return problemDocument(siteUrl, { code, detail, instance, requestId: id, faults });
}

/** Arguments that do not fit the tool's schema. `pointer` is a JSON pointer into them. */
export function invalidArguments(occasion: Occasion, faults: FieldFault[]): Problem {
  const detail = faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ");
  return ownProblem(occasion, "invalid_request", detail, faults);
}

/** A fault of our own. Only the log gets its cause. */
export function toolFailed(occasion: Occasion): Problem {
  const detail = "The tool has failed. Whether it had an effect is not known: look before again.";
  return ownProblem(occasion, "internal_error", detail);
}

/** A problem outside JSON-RPC, for an address that is not an MCP endpoint. */
export function problemResponse(problem: Problem, headers: Record<string, string> = {}): Response {
  return Response.json(problem, {
    status: problem.status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...headers,
    },
  });
}

/** In JSON-RPC's range for server-defined errors. The problem's code identifies the refusal. */
const REFUSED_CODE = -32_000;

/** A refused message: JSON-RPC's error, whose `data` is the problem document with its `next`. */
export function rpcRefusal(
  problem: Problem,
  { code = REFUSED_CODE, id = null }: { code?: number; id?: string | number | null } = {},
  headers: Record<string, string> = {},
): Response {
  const data = withNext(problem);
  const message = `${problem.title}. ${problem.detail} ${data.next}`;
  return Response.json(
    { jsonrpc: "2.0", id, error: { code, message, data } },
    { status: problem.status, headers: { "cache-control": "no-store", ...headers } },
  );
}
