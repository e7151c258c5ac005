/** The response headers in `/openapi.json`. */
import type { OpenAPIV3_1 } from "openapi-types";

type Header = OpenAPIV3_1.HeaderObject;

const text = (description: string, example: string, required = true): Header => ({
  description,
  required,
  schema: { type: "string" },
  example,
});
const seconds = (description: string, required: boolean): Header => ({
  description,
  required,
  schema: { type: "integer", minimum: 0 },
  example: 5,
});

/** The headers of every answer, which the document describes once. */
export const commonHeaders = {
  "X-Request-Id": "to be quoted when something is reported; yours, if it can be logged.",
  "Cache-Control":
    "`no-store`, or for public answers how long a copy may be used without asking again.",
  "RateLimit-Policy":
    "the limit that counted the call: its name, calls (`q`) in a window of seconds (`w`), such as " +
    '`"public";q=300;w=60`.',
  RateLimit: "the remaining calls (`r`), and seconds until the limit is full again (`t`).",
  traceparent: "the trace of the call (W3C Trace Context), if you sent one or a trace is recorded.",
  "Idempotent-Replayed":
    "`true` if this is the stored answer to the first request with this `Idempotency-Key`.",
} as const;

export const componentHeaders = {
  ETag: text(
    "Of just these bytes: for `If-None-Match`, and for `If-Match` where it is changed.",
    '"kP1bXoVQ8Z0n8qzO5w2Jt0mF3dA"',
  ),
  Location: text("The address of what was made.", "https://market.example/listings/0192f0c1"),
  LocationIfAny: text(
    "The address of what is under way.",
    "https://market.example/purchases",
    false,
  ),
  ContentDisposition: text("The name under which it is saved.", 'attachment; filename="data.zip"'),
  FileLocation: text("The signed address of the file.", "https://files.example/datasets/0192f0c1"),
  RetryAfter: seconds("Seconds to wait before the same is sent again.", true),
  RetryAfterIfAny: seconds("Seconds to wait, where waiting helps.", false),
  Challenge: text(
    "The scheme that is needed, and what was wrong (RFC 6750).",
    'Bearer realm="dataset-market"',
  ),
  ChallengeIfAny: text(
    "Where another scope would help: which (RFC 6750).",
    'Bearer error="insufficient_scope", scope="purchase"',
    false,
  ),
} as const satisfies Record<string, Header>;

type Name = keyof typeof componentHeaders;

/** The properties of an operation that decide its response headers. */
export type HeaderFacts = {
  etag: boolean;
  pends: boolean;
  /** Whether the answer is a file to save. */
  isFile: boolean;
};

/** The headers of one documented response, by name, if it has any of its own. */
export function headersOf(
  status: number,
  { etag, pends, isFile }: HeaderFacts,
): { headers?: Record<string, OpenAPIV3_1.ReferenceObject> } {
  const isGood = status < 400;
  const named: [applies: boolean, name: string, header: Name][] = [
    [etag && isGood, "ETag", "ETag"],
    [isFile && status === 200, "Content-Disposition", "ContentDisposition"],
    [status === 201, "Location", "Location"],
    [status === 302, "Location", "FileLocation"],
    [status === 202, "Location", "LocationIfAny"],
    [status === 401, "WWW-Authenticate", "Challenge"],
    [status === 403, "WWW-Authenticate", "ChallengeIfAny"],
    [status === 429, "Retry-After", "RetryAfter"],
    [status === 409 || status >= 500 || (pends && isGood), "Retry-After", "RetryAfterIfAny"],
  ];
  const headers = Object.fromEntries(
    named
      .filter(([applies]) => applies)
      .map(([, name, header]) => [name, { $ref: `#/components/headers/${header}` }]),
  );
  return Object.keys(headers).length === 0 ? {} : { headers };
}
