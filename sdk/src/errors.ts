import type { ProblemCode } from "./generated/types.ts";

/** A refusal (RFC 9457), as every endpoint answers it. */
export type Problem<Code extends string = ProblemCode> = {
  /** The address of a page that explains the code. */
  type: string;
  title: string;
  status: number;
  detail: string;
  code: Code;
  request_id?: string;
  resolution?: "retry" | "fix_request" | "authenticate" | "pay" | "ask_owner" | "none";
  /** The next step. */
  next?: string;
  errors?: { field: string; detail: string; [member: string]: unknown }[];
  /** Seconds. */
  retry_after?: number;
  decline_code?: string;
  current_price_cents?: number;
  purchase_id?: string;
  required_scopes?: string[];
};

/** The service refused a call. Narrow it by `error.is("bid_too_low")`. */
export class MarketError<Code extends string = string> extends Error {
  override readonly name = "MarketError";
  readonly code: Code;
  readonly status: number;
  readonly problem: Problem<Code>;

  constructor(problem: Problem<Code>) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.problem = problem;
  }

  is<Asked extends ProblemCode>(...codes: Asked[]): this is MarketError<Asked> {
    return (codes as string[]).includes(this.code);
  }
}

/** No answer arrived, although the call was repeated where a repeat is safe. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/** The bytes are not the ones that were promised. */
export class HashMismatchError extends Error {
  override readonly name = "HashMismatchError";
  readonly expected: string;
  readonly actual: string;

  constructor(what: string, expected: string, actual: string) {
    super(`${what} has the SHA-256 ${actual}; expected ${expected}.`);
    this.expected = expected;
    this.actual = actual;
  }
}

/** The price now is above the most that the caller allowed. Nothing was charged. */
export class PriceLimitError extends Error {
  override readonly name = "PriceLimitError";
  readonly priceCents: number;
  readonly maxPriceCents: number;

  constructor(priceCents: number, maxPriceCents: number) {
    super(
      `The price is ${priceCents} cents, above the limit of ${maxPriceCents}. Nothing was charged.`,
    );
    this.priceCents = priceCents;
    this.maxPriceCents = maxPriceCents;
  }
}

/** The problem document of an answer, or one made from its status. */
export async function problemOf(answer: Response): Promise<Problem> {
  const text = await answer.text().catch(() => "");
  const wait = Number(answer.headers.get("retry-after") ?? Number.NaN);
  const retry = Number.isFinite(wait) ? { retry_after: wait } : {};
  try {
    const document = JSON.parse(text) as Problem;
    if (typeof document.code === "string") return { ...retry, ...document };
  } catch {}
  return {
    ...retry,
    type: "about:blank",
    title: answer.statusText,
    status: answer.status,
    detail: `The server answered ${answer.status} without a problem document.`,
    code: "internal_error",
    ...(answer.status >= 500 ? { resolution: "retry" as const } : {}),
  };
}
