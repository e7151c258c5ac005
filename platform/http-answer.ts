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
  /** Whether a cache holds it still; one that is not held at all has none. */
  isHeld?: boolean;
};

/** Whether the answer still is what it was, unless something was changed. */
export function isFresh({ freshUntil }: CachedAnswer, now: () => Date): boolean {
  return freshUntil === undefined || now() < freshUntil;
}

/** `bytes`: of the answer, or of the answer in a content coding. */
type Sent = { answer: CachedAnswer; bytes: Uint8Array<ArrayBuffer> };
const sent = new WeakMap<Response, Sent>();

/** What a response was made of, where it was made of an answer that is held. */
export const sentFrom = (response: Response): Sent | undefined => sent.get(response);

/** Says that `coded` is `response` in other bytes. */
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

/** The strong ETag of an answer with this body. */
export function etagOf(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** At the end of the tag of a compressed answer. */
const codings = /-(?:br|zstd|gzip)"$/;

/**
 * Whether `If-Match` holds (RFC 9110 §13.1.1): compared strongly, so weak tags never match. Whoever
 * has read a compressed answer has read the same.
 */
export function isMatched(ifMatch: string, etag: string): boolean {
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  return tags.some((tag) => tag === "*" || tag.replace(codings, '"') === etag);
}

/** 200 with a strong ETag, or 304 to who holds it already (RFC 9110 §13.1.2); `more` headers with either. */
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
  // Without a type: clients that see one read what is not there (RFC 9110 §15.4.5).
  if (held !== null)
    return new Response(null, { status: 304, headers: { ...headers, etag: held } });
  const response = new Response(answer.bytes, {
    headers: { ...headers, "content-type": contentType },
  });
  if (answer.isHeld === true) sent.set(response, { answer, bytes: answer.bytes });
  return response;
}

/** To who asked alone: nobody on the way keeps it. */
export function respondPrivately({ body, contentType }: Rendered): Response {
  const bytes = typeof body === "string" ? body : new Uint8Array(body);
  const headers = { "cache-control": "private, no-store", "content-type": contentType };
  return new Response(bytes, { headers });
}

/** The tag of the same answer in a content coding: `"abc"` in gzip is `"abc-gzip"`. */
export function codedTag(etag: string, coding: string): string {
  return `${etag.slice(0, -1)}-${coding}"`;
}

/** The tag by which the client holds the answer, in whatever coding; null where it does not. */
export function matchedTag(ifNoneMatch: string | null, etag: string): string | null {
  if (ifNoneMatch === null) return null;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  const isIts = (tag: string) => tag === "*" || tag.replace(codings, '"') === etag;
  const found = tags.find(isIts);
  return found === "*" ? etag : (found ?? null);
}
