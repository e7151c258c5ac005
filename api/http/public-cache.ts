/**
 * Rendered public answers, held until their listing changes. Postgres tells every process which one
 * did; an answer that was being made meanwhile is not kept, since it may be the old one. What has
 * changed is made of the primary's rows for as long as a replica may still have the old ones.
 */
import { LRUCache } from "lru-cache";
import { atPrimary } from "../../db/request-scope.ts";
import { type CachedAnswer, isFresh, type Rendered, toAnswer } from "../../platform/http-answer.ts";

const cachedBytesMax = 128 * 1024 * 1024;

/** `alsoOf`: a key of `db/changes.ts` beside the listing's id, by whose change it is another one. */
export type Rendering = Rendered & { alsoOf?: string | undefined };

export type PublicCache = {
  /** The answer of this listing under this name, made by `render` where none is held. */
  answer(listingId: string, name: string, render: () => Promise<Rendering>): Promise<CachedAnswer>;
  /** Drops what is held of the key, a listing's id or `alsoOf`; all with null: nothing is known. */
  dropChanged(key: string | null): void;
  /** How many answers were held, and how many had to be made. */
  lookups(): { hit: number; miss: number };
  /** How many changes of listings this process has heard of. */
  changes(): number;
};

type CacheEntry = { answers: Map<string, CachedAnswer>; alsoOf: string | undefined };

/** `behindMsMax`: so far behind the primary may be what a rendering reads. */
export function createPublicCache(now: () => Date, behindMsMax = 0): PublicCache {
  const listingsOf = createIndex();
  const recent = createRecentChanges(behindMsMax);
  const held = new LRUCache<string, CacheEntry>({
    maxSize: cachedBytesMax,
    sizeCalculation: ({ answers }) =>
      sum([...answers.values()].map(({ bytes }) => bytes.length)) + 1,
    dispose: ({ alsoOf, answers }, listingId, reason) => {
      listingsOf.remove(alsoOf, listingId);
      // What replaces it holds the same answers.
      if (reason !== "set") for (const answer of answers.values()) answer.isHeld = false;
    },
  });
  let changes = 0;
  const lookups = { hit: 0, miss: 0 };
  const hold = (listingId: string, name: string, answer: CachedAnswer, key: string | undefined) => {
    const before = held.get(listingId);
    const alsoOf = key ?? before?.alsoOf;
    held.set(listingId, { answers: new Map([...(before?.answers ?? []), [name, answer]]), alsoOf });
    answer.isHeld = held.has(listingId);
    if (answer.isHeld) return listingsOf.add(alsoOf, listingId);
    // Too much to be held together: those before went with it.
    for (const other of before?.answers.values() ?? []) other.isHeld = false;
  };
  return {
    async answer(listingId, name, render) {
      const found = held.get(listingId)?.answers.get(name);
      if (found !== undefined && isFresh(found, now)) {
        lookups.hit += 1;
        return found;
      }
      lookups.miss += 1;
      const changesBefore = changes;
      const isRecent = recent.has(listingId);
      let rendering = isRecent ? await atPrimary(render) : await render();
      // Of which file it is, only the rendering tells.
      if (!isRecent && recent.has(rendering.alsoOf)) rendering = await atPrimary(render);
      const answer = toAnswer(rendering);
      if (changes === changesBefore) hold(listingId, name, answer, rendering.alsoOf);
      return answer;
    },
    dropChanged(key) {
      changes += 1;
      recent.add(key);
      if (key === null) return held.clear();
      held.delete(key);
      for (const listingId of listingsOf.of(key)) held.delete(listingId);
    },
    lookups: () => lookups,
    changes: () => changes,
  };
}

/** What has changed in the last milliseconds; null: anything may have. */
function createRecentChanges(msMax: number) {
  const changedAtMs = new Map<string | null, number>();
  const isRecent = (key: string | null) =>
    performance.now() - (changedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < msMax;
  return {
    add(key: string | null): void {
      // The earliest stand first, so that those whose time is over are found without a search.
      changedAtMs.delete(key);
      changedAtMs.set(key, performance.now());
      for (const earliest of changedAtMs.keys()) {
        if (isRecent(earliest)) return;
        changedAtMs.delete(earliest);
      }
    },
    has: (key: string | undefined) => (key !== undefined && isRecent(key)) || isRecent(null),
  };
}

/** Which listings hang on a key beside their own. */
function createIndex() {
  const byKey = new Map<string, Set<string>>();
  return {
    add(key: string | undefined, listingId: string): void {
      if (key === undefined) return;
      byKey.set(key, (byKey.get(key) ?? new Set()).add(listingId));
    },
    remove(key: string | undefined, listingId: string): void {
      if (key === undefined) return;
      const listings = byKey.get(key);
      listings?.delete(listingId);
      if (listings?.size === 0) byKey.delete(key);
    },
    of: (key: string): string[] => [...(byKey.get(key) ?? [])],
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
