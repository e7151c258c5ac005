/**
 * Caches answers about the whole catalogue until a listing changes, and at least for a while, so
 * that a busy market does not rebuild a long list for every call.
 */
import { LRUCache } from "lru-cache";
import { type CachedAnswer, type Rendered, toAnswer } from "../../platform/http-answer.ts";

type CacheEntry = { answer: Promise<CachedAnswer>; changes: number; madeAtMs: number };

export type TimedAnswers = (name: string, render: () => Promise<Rendered>) => Promise<CachedAnswer>;

export function createTimedAnswers(options: {
  /** The number of listing changes that this process has received. */
  changes: () => number;
  now: () => Date;
  holdSecondsMin: number;
  answersMax: number;
}): TimedAnswers {
  const { changes, now, holdSecondsMin, answersMax } = options;
  const held = new LRUCache<string, CacheEntry>({ max: answersMax });
  return async (name, render) => {
    const nowMs = now().getTime();
    const found = held.get(name);
    if (found !== undefined && isFresh(found, nowMs)) return found.answer;
    const answer = render().then(toAnswer);
    held.set(name, { answer, changes: changes(), madeAtMs: nowMs });
    answer.catch(() => held.delete(name));
    return answer;
  };

  function isFresh({ changes: then, madeAtMs }: CacheEntry, nowMs: number): boolean {
    return then === changes() || nowMs - madeAtMs < holdSecondsMin * 1000;
  }
}
