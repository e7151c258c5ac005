/** What a use case throws to refuse: a code of the table of problems, and what is wrong this time. */
import type { ProblemCode } from "./problem/problems.ts";

export type { ProblemCode } from "./problem/problems.ts";

/** One fault of one field; `pointer` is a JSON pointer into the body, or `?name` of the query. */
export type FieldFault = { pointer: string; code: string; detail: string };

/** A refusal. The edges translate it into a problem document, and add nothing. */
export class MarketError extends Error {
  readonly code: ProblemCode;
  readonly faults: FieldFault[];
  readonly retryAfterSeconds: number | undefined;
  /** The payment provider's reason for a declined payment. */
  readonly declineCode: string | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { faults?: FieldFault[]; retryAfterSeconds?: number; declineCode?: string } = {},
  ) {
    super(detail);
    this.name = "MarketError";
    this.code = code;
    this.faults = more.faults ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.declineCode = more.declineCode;
  }
}
