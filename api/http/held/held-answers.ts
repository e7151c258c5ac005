/**
 * Public answers by what was asked, word for word: the same question gets the same bytes and headers
 * again without asking the routes, for as long as the public cache holds what they were made of.
 */
import { LRUCache } from "lru-cache";
import { type CachedAnswer, isFresh, sentFrom } from "../../../platform/http-answer.ts";

const HELD_BYTES_MAX = 64 * 1024 * 1024;
/** Of an entry beside its bytes, for the limit above. */
const ENTRY_BYTES = 2048;
/** What asks at greater length is answered anew each time. */
const ASKED_CHARS_MAX = 1024;

export type HeldAnswer = {
  bytes: Uint8Array<ArrayBuffer>;
  /** All that is the same for every caller. */
  headers: Headers;
  route: string;
  /** Whether a limit counts the call. */
  isLimited: boolean;
};
type Entry = HeldAnswer & { source: CachedAnswer };

/** What decides on a public answer; null where more than this does. */
function askedBy({ method, url, headers }: Request): string | null {
  if (method !== "GET") return null;
  if (headers.get("if-none-match") !== null || headers.get("range") !== null) return null;
  const asked = `${url}\n${headers.get("accept")}\n${headers.get("accept-encoding")}`;
  return asked.length > ASKED_CHARS_MAX ? null : asked;
}

export class HeldAnswers {
  readonly #now: () => Date;
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: HELD_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
  });
  #hits = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** The answer to this question, where it is still what the routes would say. */
  find(request: Request): HeldAnswer | null {
    const asked = askedBy(request);
    const entry = asked === null ? undefined : this.#entries.get(asked);
    if (asked === null || entry === undefined) return null;
    const { source } = entry;
    if (source.isHeld === true && isFresh(source, this.#now)) return entry;
    this.#entries.delete(asked);
    return null;
  }

  /** Notes that what was found was sent: who finds it and asks the routes all the same is counted there. */
  countHit(): void {
    this.#hits += 1;
  }

  /** What is not found here may be held elsewhere. */
  lookups(): { hit: number; miss: number } {
    return { hit: this.#hits, miss: 0 };
  }

  /** Keeps an answer that was made of what the public cache holds; `headers` are the same for all. */
  keep(request: Request, response: Response, facts: Pick<HeldAnswer, "route" | "isLimited">): void {
    const sent = response.status === 200 ? sentFrom(response) : undefined;
    if (sent === undefined || sent.answer.isHeld !== true) return;
    const asked = askedBy(request);
    if (asked === null) return;
    const headers = new Headers(response.headers);
    this.#entries.set(asked, { ...facts, headers, bytes: sent.bytes, source: sent.answer });
  }
}
