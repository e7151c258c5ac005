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

export const componentHeaders = {
  RequestId: text(
    "To be quoted when something is reported; yours, if it can be logged.",
    "0192f0c1",
  ),
  Traceparent: text(
    "The trace of the call (W3C Trace Context): yours goes on; without one, where a trace is recorded.",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    false,
  ),
  CacheControl: text(
    "`no-store`, or for public answers how long a copy may be used without asking again.",
    "public, no-cache",
  ),
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
  RateLimitPolicy: text(
    "The limit that counted the call: its name, calls (`q`) in a window of seconds (`w`).",
    '"public";q=300;w=60',
  ),
  RateLimit: text(
    "The remaining calls (`r`), and seconds until the limit is full again (`t`).",
    '"public";r=299;t=60',
  ),
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
  IdempotentReplayed: {
    description: "There where the answer is the stored one of the first request with this key.",
    required: false,
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
} as const satisfies Record<string, Header>;

type Name = keyof typeof componentHeaders;

/** The properties of an operation that decide its response headers. */
export type HeaderFacts = {
  idempotent: boolean;
  etag: boolean;
  isLimited: boolean;
  pends: boolean;
  /** Whether the answer is a file to save. */
  isFile: boolean;
};

/** The headers of one documented response, by name. */
export function headersOf(
  status: number,
  { idempotent, etag, isLimited, pends, isFile }: HeaderFacts,
): Record<string, OpenAPIV3_1.ReferenceObject> {
  const isGood = status < 400;
  const named: [applies: boolean, name: string, header: Name][] = [
    [true, "X-Request-Id", "RequestId"],
    [true, "traceparent", "Traceparent"],
    [true, "Cache-Control", "CacheControl"],
    [isLimited, "RateLimit-Policy", "RateLimitPolicy"],
    [isLimited, "RateLimit", "RateLimit"],
    [etag && isGood, "ETag", "ETag"],
    [isFile && status === 200, "Content-Disposition", "ContentDisposition"],
    [status === 201, "Location", "Location"],
    [status === 302, "Location", "FileLocation"],
    [status === 202, "Location", "LocationIfAny"],
    [status === 401, "WWW-Authenticate", "Challenge"],
    [status === 403, "WWW-Authenticate", "ChallengeIfAny"],
    [status === 429, "Retry-After", "RetryAfter"],
    [status === 409 || status >= 500 || (pends && isGood), "Retry-After", "RetryAfterIfAny"],
    [idempotent && status !== 401 && status < 500, "Idempotent-Replayed", "IdempotentReplayed"],
  ];
  return Object.fromEntries(
    named
      .filter(([applies]) => applies)
      .map(([, name, header]) => [name, { $ref: `#/components/headers/${header}` }]),
  );
}
