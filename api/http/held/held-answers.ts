/**
 * Caches public answers by the exact request: the same request gets the same bytes and headers
 * without running routes, as long as the public cache holds their source.
 */
import { LRUCache } from "lru-cache";
import { type CachedAnswer, isFresh, matchedTag, sentFrom } from "../../../platform/http-answer.ts";
import { themeOf } from "../../../platform/theme.ts";
import { HeldAnswer, type HeldFacts } from "./held-answer.ts";

const HELD_BYTES_MAX = 64 * 1024 * 1024;
/** The estimated size of an entry besides its bytes, for the limit above. */
const ENTRY_BYTES = 4096;
/** Longer requests are not cached. */
const ASKED_CHARS_MAX = 1024;
/** Cached forms and codings of one address; the oldest is dropped first. */
const FORMS_MAX = 24;

/** One address in one form and coding, keyed by the request's own headers. */
type Entry = {
  accept: string | null;
  coding: string | null;
  answer: HeldAnswer;
  /** The 304 answers, by the tag of each coding. */
  unchanged: Map<string, HeldAnswer>;
  bytes: number;
  source: CachedAnswer;
};

export class HeldAnswers {
  readonly #now: () => Date;
  readonly #byUrl = new LRUCache<string, Entry[]>({
    maxSize: HELD_BYTES_MAX,
    sizeCalculation: (entries) =>
      entries.reduce((sum, { bytes }) => sum + bytes + ENTRY_BYTES, 0) + 1,
  });
  #hits = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** The cached answer to this request, if routes would still answer the same. */
  find({ method, url, headers }: Request): HeldAnswer | null {
    if (method !== "GET") return null;
    const entries = this.#byUrl.get(url);
    if (entries === undefined || themeOf(headers) !== null) return null;
    const accept = headers.get("accept");
    const coding = headers.get("accept-encoding");
    const entry = entryOf(entries, accept, coding);
    if (entry === undefined || headers.get("range") !== null) return null;
    const { source } = entry;
    if (source.isHeld !== true || !isFresh(source, this.#now)) {
      this.#hold(
        url,
        entries.filter((one) => one !== entry),
      );
      return null;
    }
    const ifNoneMatch = headers.get("if-none-match");
    return ifNoneMatch === null ? entry.answer : answerUnless(entry, ifNoneMatch);
  }

  /** Counts a cached answer that was sent. If routes run instead, they count the call. */
  countHit(): void {
    this.#hits += 1;
  }

  /** Misses are not counted here, because other caches may hold the answer. */
  lookups(): { hit: number; miss: number } {
    return { hit: this.#hits, miss: 0 };
  }

  /** Caches an answer from the public cache's content; `headers` are the same for all callers. */
  keep({ method, url, headers }: Request, response: Response, facts: HeldFacts): void {
    const sent = response.status === 200 ? sentFrom(response) : undefined;
    if (method !== "GET" || sent === undefined || sent.answer.isHeld !== true) return;
    if (headers.get("if-none-match") !== null || headers.get("range") !== null) return;
    const accept = headers.get("accept");
    const coding = headers.get("accept-encoding");
    const chars = url.length + (accept?.length ?? 0) + (coding?.length ?? 0);
    if (chars > ASKED_CHARS_MAX) return;
    const answer = new HeldAnswer(
      200,
      new Blob([sent.bytes]),
      new Headers(response.headers),
      facts,
    );
    const bytes = sent.bytes.length;
    const source = sent.answer;
    const others = (this.#byUrl.get(url) ?? []).filter(
      (one) => one.accept !== accept || one.coding !== coding,
    );
    const entry = { accept, coding, answer, unchanged: new Map(), bytes, source };
    this.#hold(url, [...others, entry].slice(-FORMS_MAX));
  }

  #hold(url: string, entries: Entry[]): void {
    if (entries.length === 0) this.#byUrl.delete(url);
    else this.#byUrl.set(url, entries);
  }
}

/** A loop, so that no closure is created for each call. */
function entryOf(entries: Entry[], accept: string | null, coding: string | null) {
  for (const entry of entries) {
    if (entry.accept === accept && entry.coding === coding) return entry;
  }
  return undefined;
}

/** A 304 for callers that have the answer in any coding (RFC 9110 §13.1.2). */
function answerUnless({ answer, unchanged, source }: Entry, ifNoneMatch: string): HeldAnswer {
  const known = unchanged.get(ifNoneMatch);
  if (known !== undefined) return known;
  const etag = matchedTag(ifNoneMatch, source.etag);
  if (etag === null) return answer;
  const made = unchanged.get(etag) ?? answer.unchanged(etag);
  unchanged.set(etag, made);
  return made;
}
