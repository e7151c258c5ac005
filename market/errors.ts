/** The error that a use case throws to refuse: a problem code, and the details of this case. */
import type { ProblemCode } from "./problem/problems.ts";

export type { ProblemCode } from "./problem/problems.ts";

/** One fault of one field; `pointer` is a JSON pointer into the body, or `?name` of the query. */
export type FieldFault = { pointer: string; code: string; detail: string };

/** Something that has to end before the requested action is possible. */
export type OpenMatter = {
  kind: "auction" | "purchase" | "bounty";
  /** For an auction, its dataset's id; for a bounty, its data request's. */
  id: string;
  /** For a bounty, its data request's. */
  dataset_id: string;
  state: string;
};

/** Further facts of a refusal; most have none. */
export type RefusalFacts = {
  retryAfterSeconds?: number | undefined;
  /** The payment provider's reason for a declined payment. */
  declineCode?: string | undefined;
  /** The current price, if the request expected another one. */
  currentPriceCents?: number | undefined;
  /** The caller's own purchase that prevents the request. */
  purchaseId?: string | undefined;
  /** The scopes that an access token needs, including those it already has. */
  requiredScopes?: string[] | undefined;
  /** The items that have to end first. */
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
