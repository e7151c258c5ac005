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

/** What a refusal says beyond its code and words; most say none of it. */
export type RefusalFacts = {
  retryAfterSeconds?: number | undefined;
  /** The payment provider's reason for a declined payment. */
  declineCode?: string | undefined;
  /** What it costs now, where the request expected another price. */
  currentPriceCents?: number | undefined;
  /** The caller's own purchase that stands against it. */
  purchaseId?: string | undefined;
  /** What an access token would have to be granted, with what it has. */
  requiredScopes?: string[] | undefined;
  /** What has to end first. */
  open?: OpenMatter[] | undefined;
};

/** A refusal. The edges translate it into a problem document, and add nothing. */
export class MarketError extends Error {
  readonly code: ProblemCode;
  readonly faults: FieldFault[];
  readonly facts: RefusalFacts;

  constructor(
    code: ProblemCode,
    detail: string,
    { faults = [], ...facts }: { faults?: FieldFault[] } & RefusalFacts = {},
  ) {
    super(detail);
    this.name = "MarketError";
    this.code = code;
    this.faults = faults;
    this.facts = facts;
  }
}
