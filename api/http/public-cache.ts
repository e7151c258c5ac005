/**
 * Rendered public answers, held until their listing changes. Postgres tells every process which one
 * did; an answer that was being made meanwhile is not kept, since it may be the old one.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

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

const cachedBytesMax = 128 * 1024 * 1024;

export type PublicCache = {
  /** The answer of this listing under this name, made by `render` where none is held. */
  answer(listingId: string, name: string, render: () => Promise<Rendered>): Promise<CachedAnswer>;
  /** Drops what is held of the listing; of all with null, since nothing is known then. */
  dropChanged(listingId: string | null): void;
  /** How many changes of listings this process has heard of. */
  changes(): number;
};

export function createPublicCache(now: () => Date): PublicCache {
  const held = new LRUCache<string, Map<string, CachedAnswer>>({
    maxSize: cachedBytesMax,
    sizeCalculation: (answers) => sum([...answers.values()].map(({ bytes }) => bytes.length)) + 1,
  });
  let changes = 0;
  return {
    async answer(listingId, name, render) {
      const found = held.get(listingId)?.get(name);
      if (found !== undefined && isFresh(found, now())) return found;
      const changesBefore = changes;
      const answer = toAnswer(await render());
      if (changes === changesBefore) {
        held.set(listingId, new Map([...(held.get(listingId) ?? []), [name, answer]]));
      }
      return answer;
    },
    dropChanged(listingId) {
      changes += 1;
      if (listingId === null) held.clear();
      else held.delete(listingId);
    },
    changes: () => changes,
  };
}

function isFresh({ freshUntil }: CachedAnswer, now: Date): boolean {
  return freshUntil === undefined || now < freshUntil;
}

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

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
