/**
 * Caches rendered public answers until their listing changes; Postgres notifies every process of
 * changes. An answer that was being rendered during a change is not cached, because it may be old.
 * After a change, answers are rendered from the primary until replicas have caught up.
 */
import { LRUCache } from "lru-cache";
import { atPrimary } from "../../db/request-scope.ts";
import { type CachedAnswer, isFresh, type Rendered, toAnswer } from "../../platform/http-answer.ts";

const cachedBytesMax = 128 * 1024 * 1024;

/** `alsoOf`: a further key of `db/changes.ts` whose change also invalidates the answer. */
export type Rendering = Rendered & { alsoOf?: string | undefined };

export type PublicCache = {
  /** The listing's answer under this name; `render` makes it if it is not cached. */
  answer(listingId: string, name: string, render: () => Promise<Rendering>): Promise<CachedAnswer>;
  /** Drops the answers of a key, a listing's id or `alsoOf`. Null: anything may have changed. */
  dropChanged(key: string | null): void;
  /** The number of cached answers that were used, and of answers that had to be rendered. */
  lookups(): { hit: number; miss: number };
  /** The number of listing changes that this process has received. */
  changes(): number;
};

type CacheEntry = { answers: Map<string, CachedAnswer>; alsoOf: string | undefined };

/** `behindMsMax`: how far the database that a rendering reads may be behind the primary. */
export function createPublicCache(now: () => Date, behindMsMax = 0): PublicCache {
  const listingsOf = createIndex();
  const recent = createRecentChanges(behindMsMax);
  const held = new LRUCache<string, CacheEntry>({
    maxSize: cachedBytesMax,
    sizeCalculation: ({ answers }) =>
      sum([...answers.values()].map(({ bytes }) => bytes.length)) + 1,
    dispose: ({ alsoOf, answers }, listingId, reason) => {
      listingsOf.remove(alsoOf, listingId);
      // The replacing entry contains the same answers.
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
    // The entry is too large for the cache, so the earlier answers were dropped with it.
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
      // Only the rendering shows which file it depends on.
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

/** Remembers changes for `msMax`; a null key means that anything may have changed. */
function createRecentChanges(msMax: number) {
  const changedAtMs = new Map<string | null, number>();
  const isRecent = (key: string | null) =>
    performance.now() - (changedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < msMax;
  return {
    add(key: string | null): void {
      // Keeps the earliest change first, so that expired ones are found without a search.
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

/** Maps a further key to the listings that depend on it. */
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
