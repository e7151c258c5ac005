/** Conditional requests for a caller's own objects: ETags, `If-None-Match` and `If-Match`. */
import { MarketError } from "../../market/errors.ts";
import type { Precondition } from "../../market/precondition.ts";
import { etagOf, isMatched, matchedTag } from "../../platform/http-answer.ts";

/** As the runtime names it in its own answers. */
const contentType = Response.json(null).headers.get("content-type") ?? "application/json";

/** 200 with the body's ETag, or 304 if the caller has it already. */
export function tagged(request: Request, body: unknown): Response {
  // Written once: a page can have megabytes.
  const text = JSON.stringify(body);
  const etag = etagOf(text);
  const asked = request.method === "GET" ? request.headers.get("if-none-match") : null;
  if (matchedTag(asked, etag) !== null) {
    return new Response(null, { status: 304, headers: { etag, "cache-control": "no-store" } });
  }
  const headers = { etag, "content-type": contentType, "cache-control": "no-store" };
  return new Response(text, { headers });
}

export function withTag(response: Response, etag: string): Response {
  response.headers.set("etag", etag);
  return response;
}

/** The check of `If-Match` that the use case runs under its lock; undefined without the header. */
export function ifMatch(request: Request): Precondition | undefined {
  const header = request.headers.get("if-match");
  if (header === null) return undefined;
  return (shown) => {
    const etag = etagOf(JSON.stringify(shown));
    if (isMatched(header, etag)) return;
    throw new MarketError(
      "precondition_failed",
      `It has changed: its ETag is now ${etag}. Read it again and decide again.`,
    );
  };
}
