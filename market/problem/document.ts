/** Problem documents (RFC 9457), the only shape of a refusal. */
import { withoutLinkSecret } from "../../platform/secrets/redact.ts";
import type { FieldFault, MarketError, OpenMatter, RefusalFacts } from "../errors.ts";
import { forRest, type Resolution } from "./problem.ts";
import { type ProblemCode, problems } from "./problems.ts";
import { problemsPath } from "./vocabulary.ts";

export type ProblemDocument = {
  /** An address that explains the code: what it means and what to do. */
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ProblemCode;
  request_id: string;
  resolution: Resolution;
  /** The next step, naming REST operations; the MCP server names its tools instead. */
  next: string;
  errors?: FieldFault[];
  /** Seconds. */
  retry_after?: number;
  /** The payment provider's reason for a declined payment. */
  decline_code?: string;
  /** The dataset's current price, where the request expected another one. */
  current_price_cents?: number;
  /** The caller's own purchase of the requested file. */
  purchase_id?: string;
  /** The scopes that an access token needs, including those it already has. */
  required_scopes?: string[];
  /** The items that have to end first. */
  open?: OpenMatter[];
};

export type Occasion = {
  /** The path that was called, or `tool:<name>`. */
  instance: string;
  requestId: string;
};

export type ProblemParts = Occasion & {
  code: ProblemCode;
  detail: string;
  faults?: FieldFault[];
} & RefusalFacts;

/** The code's address in this deployment; `baseUrl` is `PUBLIC_BASE_URL`. */
export function problemType(baseUrl: string, code: ProblemCode): string {
  return `${baseUrl}${problemsPath}/${code}`;
}

export function problemDocument(baseUrl: string, parts: ProblemParts): ProblemDocument {
  const { code, detail, instance, requestId, faults = [], retryAfterSeconds } = parts;
  const { declineCode, currentPriceCents, purchaseId, requiredScopes, open } = parts;
  const { status, title, resolution, whatToDo } = problems[code];
  return {
    type: problemType(baseUrl, code),
    title,
    status,
    detail,
    instance: withoutLinkSecret(instance),
    code,
    request_id: requestId,
    resolution,
    next: forRest(whatToDo),
    ...(faults.length > 0 ? { errors: faults } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
    ...(currentPriceCents === undefined ? {} : { current_price_cents: currentPriceCents }),
    ...(purchaseId === undefined ? {} : { purchase_id: purchaseId }),
    ...(requiredScopes === undefined ? {} : { required_scopes: requiredScopes }),
    ...(open === undefined ? {} : { open }),
  };
}

/** The document for a thrown refusal. */
export function refusalDocument(
  baseUrl: string,
  { code, message: detail, faults, facts }: MarketError,
  occasion: Occasion,
): ProblemDocument {
  return problemDocument(baseUrl, { ...facts, code, detail, faults, ...occasion });
}
