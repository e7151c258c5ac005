/** Problem documents (RFC 9457) of the storage edge, in the shape that the API uses everywhere. */

type Resolution = "retry" | "fix_request" | "none";
type Row = { status: number; title: string; resolution: Resolution };

const PROBLEMS = {
  signature_invalid: { status: 403, title: "The signature is not valid", resolution: "none" },
  upload_url_expired: { status: 403, title: "The upload URL expired", resolution: "fix_request" },
  download_url_expired: {
    status: 403,
    title: "The download URL expired",
    resolution: "fix_request",
  },
  upload_too_large: { status: 413, title: "The upload is too large", resolution: "fix_request" },
  upload_incomplete: { status: 400, title: "The upload is incomplete", resolution: "retry" },
  upload_partial: {
    status: 400,
    title: "A PUT takes the whole object",
    resolution: "fix_request",
  },
  multipart_not_found: {
    status: 404,
    title: "The multipart upload is not running",
    resolution: "fix_request",
  },
  object_not_found: { status: 404, title: "The object was not found", resolution: "none" },
  precondition_failed: { status: 412, title: "The object changed", resolution: "fix_request" },
  range_not_satisfiable: {
    status: 416,
    title: "The range lies outside the object",
    resolution: "fix_request",
  },
  storage_full: { status: 507, title: "The storage is full", resolution: "retry" },
} as const satisfies Record<string, Row>;

export type StorageProblemCode = keyof typeof PROBLEMS;

/** An answer with the problem document of the code; `instance` is the path of the request. */
export function problemResponse(
  code: StorageProblemCode,
  instance: string,
  detail: string,
  headers: Record<string, string> = {},
): Response {
  const { status, title, resolution } = PROBLEMS[code];
  const type = `https://dataset-market.dev/problems/${code}`;
  const body = JSON.stringify({ type, title, status, detail, instance, code, resolution });
  return new Response(body, {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}
