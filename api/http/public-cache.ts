/**
 * Rendered public answers, held until their listing changes. Postgres tells every process which one
 * did; an answer that was being made meanwhile is not kept, since it may be the old one.
 */
import { LRUCache } from "lru-cache";
import { type CachedAnswer, type Rendered, toAnswer } from "../../platform/http-answer.ts";

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

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
