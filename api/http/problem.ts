/** How a problem document leaves over HTTP: its media type, and the headers that some need. */
import type { ProblemDocument } from "../../market/problem/document.ts";

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
