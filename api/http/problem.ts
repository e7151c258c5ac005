/** Sends problem documents over HTTP with their media type and headers. */
import { proofChallenge } from "../../market/discovery/proof-challenge.ts";
import { discoveryPaths } from "../../market/discovery/vocabulary.ts";
import type { ProblemDocument } from "../../market/problem/document.ts";

export const PROBLEM_CONTENT_TYPE = "application/problem+json";

/** A 401 and a missing scope name the scheme (RFC 6750); others may say when to retry. */
export function problemResponse(document: ProblemDocument): Response {
  const headers = new Headers({
    "content-type": PROBLEM_CONTENT_TYPE,
    "cache-control": "no-store",
  });
  if (document.status === 401) headers.set("www-authenticate", challenge(document));
  if (document.code === "scope_missing") {
    headers.set("www-authenticate", scopeChallenge(document));
  }
  if (document.retry_after !== undefined) {
    headers.set("retry-after", String(document.retry_after));
  }
  return new Response(JSON.stringify(document), { status: document.status, headers });
}

function challenge(document: ProblemDocument): string {
  const proof = proofChallenge(document.code);
  if (proof !== null) return proof;
  const error = document.code === "token_missing" ? [] : ['error="invalid_token"'];
  return [...challengeStart(document), ...error].join(", ");
}

/** Names the metadata that explains how to get a token (RFC 9728 §5.1). */
function challengeStart({ type }: ProblemDocument): string[] {
  const metadata = new URL(discoveryPaths.protectedResource, type).href;
  return ['Bearer realm="dataset-market"', `resource_metadata="${metadata}"`];
}

/** Lets a client ask its person for more scopes (RFC 6750 §3.1). */
function scopeChallenge(document: ProblemDocument): string {
  const { required_scopes: scopes } = document;
  const wanted = scopes === undefined ? [] : [`scope="${scopes.join(" ")}"`];
  return [...challengeStart(document), 'error="insufficient_scope"', ...wanted].join(", ");
}
