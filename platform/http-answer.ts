/** Cached responses: sent whole with a strong ETag, or as 304 to clients that have them. */
import { createHash } from "node:crypto";

/** `freshUntil`: when the response changes although nothing was changed; absent means never. */
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
  /** Whether a cache still holds it; absent if it is not cached. */
  isHeld?: boolean;
};

/** Whether the response is still valid, unless something was changed. */
export function isFresh({ freshUntil }: CachedAnswer, now: () => Date): boolean {
  return freshUntil === undefined || now() < freshUntil;
}

/** `bytes`: of the response, or of its encoded form. */
type Sent = { answer: CachedAnswer; bytes: Uint8Array<ArrayBuffer> };
const sent = new WeakMap<Response, Sent>();

/** The cached answer behind a response, if there is one. */
export const sentFrom = (response: Response): Sent | undefined => sent.get(response);

/** Records that `coded` is an encoded form of `response`. */
export function noteCoded(coded: Response, bytes: Sent["bytes"], response: Response): Response {
  const from = sent.get(response);
  if (from !== undefined) sent.set(coded, { answer: from.answer, bytes });
  return coded;
}

export function toAnswer(rendered: Rendered): CachedAnswer {
  const { body } = rendered;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const etag = etagOf(bytes);
  return { bytes, etag, contentType: rendered.contentType, freshUntil: rendered.freshUntil };
}

/** The strong ETag for a body. */
export function etagOf(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** Suffix of the tag of an encoded response. */
const codings = /-(?:br|zstd|gzip)"$/;

/**
 * Whether `If-Match` holds (RFC 9110 §13.1.1): strong comparison, so weak tags never match. The tag
 * of an encoded response counts as that of the response.
 */
export function isMatched(ifMatch: string, etag: string): boolean {
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  return tags.some((tag) => tag === "*" || tag.replace(codings, '"') === etag);
}

/**
 * 200 with a strong ETag, or 304 if the client has it (RFC 9110 §13.1.2); `more` headers with
 * either.
 */
export function respond(
  request: Request,
  answer: CachedAnswer,
  more: Record<string, string> = {},
): Response {
  const { etag, contentType } = answer;
  const headers = {
    ...{ ...more, etag },
    "cache-control": "public, no-cache",
    vary: "accept, accept-encoding",
  };
  const held = matchedTag(request.headers.get("if-none-match"), etag);
  // A 304 has no content type: clients that see one try to read a body (RFC 9110 §15.4.5).
  if (held !== null)
    return new Response(null, { status: 304, headers: { ...headers, etag: held } });
  const response = new Response(answer.bytes, {
    headers: { ...headers, "content-type": contentType },
  });
  if (answer.isHeld === true) sent.set(response, { answer, bytes: answer.bytes });
  return response;
}

/** For this client only: no cache on the way may keep it. */
export function respondPrivately({ body, contentType }: Rendered): Response {
  const bytes = typeof body === "string" ? body : new Uint8Array(body);
  const headers = { "cache-control": "private, no-store", "content-type": contentType };
  return new Response(bytes, { headers });
}

/** The tag of the response in a content coding: `"abc"` in gzip is `"abc-gzip"`. */
export function codedTag(etag: string, coding: string): string {
  return `${etag.slice(0, -1)}-${coding}"`;
}

/** The tag under which the client has the response, in any coding; null if it does not. */
export function matchedTag(ifNoneMatch: string | null, etag: string): string | null {
  if (ifNoneMatch === null) return null;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  const isIts = (tag: string) => tag === "*" || tag.replace(codings, '"') === etag;
  const found = tags.find(isIts);
  return found === "*" ? etag : (found ?? null);
}
