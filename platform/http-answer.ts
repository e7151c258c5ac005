/** Answers whose bytes are held: sent whole with a strong ETag, or as 304 to who has them. */
import { createHash } from "node:crypto";

/** `freshUntil`: from then on the answer is another one though nothing was changed; absent: never. */
export type Rendered = {
  body: string | Uint8Array;
  contentType: string;
  freshUntil?: Date | undefined;
};
export type CachedAnswer = {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
  contentType: string;
  freshUntil?: Date | undefined;
};

export function toAnswer(rendered: Rendered): CachedAnswer {
  const { body } = rendered;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  return { bytes, etag, contentType: rendered.contentType, freshUntil: rendered.freshUntil };
}

/** 200 with a strong ETag, or 304 to who holds it already (RFC 9110 §13.1.2). */
export function respond(request: Request, answer: CachedAnswer): Response {
  const headers = {
    etag: answer.etag,
    "cache-control": "public, no-cache",
    "content-type": answer.contentType,
    vary: "accept",
  };
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch !== null && matches(ifNoneMatch, answer.etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(answer.bytes, { headers });
}

function matches(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}
