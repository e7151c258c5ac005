/** What a use case throws to refuse: a code of the table of problems, and what is wrong this time. */
import type { ProblemCode } from "./problem/problems.ts";

export type { ProblemCode } from "./problem/problems.ts";

/** One fault of one field; `pointer` is a JSON pointer into the body, or `?name` of the query. */
export type FieldFault = { pointer: string; code: string; detail: string };

/** Something that has to end before what was asked for can be done. */
export type OpenMatter = {
  kind: "auction" | "purchase";
  /** An auction's is its dataset's. */
  id: string;
  dataset_id: string;
  state: string;
};

/** A refusal. The edges translate it into a problem document, and add nothing. */
export class MarketError extends Error {
  readonly code: ProblemCode;
  readonly faults: FieldFault[];
  readonly retryAfterSeconds: number | undefined;
  /** The payment provider's reason for a declined payment. */
  readonly declineCode: string | undefined;
  /** What it costs now, where the request expected another price. */
  readonly currentPriceCents: number | undefined;
  /** What an access token would have to be granted, with what it has. */
  readonly requiredScopes: string[] | undefined;
  /** What has to end first. */
  readonly open: OpenMatter[] | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      faults?: FieldFault[];
      retryAfterSeconds?: number;
      declineCode?: string;
      currentPriceCents?: number;
      requiredScopes?: string[];
      open?: OpenMatter[];
    } = {},
  ) {
    super(detail);
    this.name = "MarketError";
    this.code = code;
    this.faults = more.faults ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.declineCode = more.declineCode;
    this.currentPriceCents = more.currentPriceCents;
    this.requiredScopes = more.requiredScopes;
    this.open = more.open;
  }
}
