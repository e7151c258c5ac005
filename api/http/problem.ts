/** Problem documents (RFC 9457): the one shape in which every refusal leaves the service. */
import {
  type FieldFault,
  type ProblemCode,
  problems,
  type Resolution,
} from "../../market/errors.ts";

export type ProblemDocument = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ProblemCode;
  request_id: string;
  resolution: Resolution;
  errors?: FieldFault[];
  /** Seconds. */
  retry_after?: number;
  /** The payment provider's reason, of a declined payment. */
  decline_code?: string;
};

export type ProblemParts = {
  code: ProblemCode;
  detail: string;
  instance: string;
  requestId: string;
  faults?: FieldFault[];
  retryAfterSeconds?: number | undefined;
  declineCode?: string | undefined;
};

export function problemType(code: ProblemCode): string {
  return `https://dataset-market.dev/problems/${code}`;
}

export function problemDocument(parts: ProblemParts): ProblemDocument {
  const { code, detail, instance, requestId, faults = [], retryAfterSeconds, declineCode } = parts;
  const { status, title, resolution } = problems[code];
  return {
    type: problemType(code),
    title,
    status,
    detail,
    instance,
    code,
    request_id: requestId,
    resolution,
    ...(faults.length > 0 ? { errors: faults } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
  };
}

/** A 401 names the scheme (RFC 6750); a 429 and a running request say when to come back. */
export function problemResponse(document: ProblemDocument): Response {
  const headers = new Headers({
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
  if (document.status === 401) headers.set("www-authenticate", bearerChallenge(document));
  if (document.retry_after !== undefined) {
    headers.set("retry-after", String(document.retry_after));
  }
  return new Response(JSON.stringify(document), { status: document.status, headers });
}

function bearerChallenge(document: ProblemDocument): string {
  const realm = 'Bearer realm="dataset-market"';
  return document.code === "token_missing" ? realm : `${realm}, error="invalid_token"`;
}
