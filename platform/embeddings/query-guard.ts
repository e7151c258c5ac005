/**
 * Keeps searches from waiting for an embeddings endpoint: it caches vectors, merges equal
 * concurrent requests, limits concurrency, and pauses calls to a failing endpoint.
 */
import { LRUCache } from "lru-cache";
import type { EmbeddingsResult } from "./port.ts";

export type QueryGuardOptions = {
  ask: (text: string) => Promise<EmbeddingsResult>;
  /** A monotonic clock in milliseconds. */
  nowMs: () => number;
};

/** Some 2,000 vectors of 1,536 numbers. */
const rememberedBytesMax = 16 * 1024 * 1024;
const rememberedMax = 10_000;
/** Further concurrent searches run without vectors instead of waiting. */
const openCallsMax = 16;
const failuresMax = 3;
/** Pause after a failure; then one search tries again. */
const restMs = 10_000;

export class QueryGuard {
  readonly #options: QueryGuardOptions;
  readonly #remembered = new LRUCache<string, Float32Array>({
    max: rememberedMax,
    maxSize: rememberedBytesMax,
    sizeCalculation: (vector, text) => vector.byteLength + 2 * text.length + 64,
  });
  readonly #open = new Map<string, Promise<Float32Array | null>>();
  #failures = 0;
  #restsUntilMs = 0;

  constructor(options: QueryGuardOptions) {
    this.#options = options;
  }

  /** The vector of a search's text; null if there is none in time. Never throws. */
  async embed(text: string): Promise<Float32Array | null> {
    const key = text.toLowerCase().replace(/\s+/g, " ").trim();
    if (key === "") return null;
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    const asked = this.#open.get(key);
    if (asked !== undefined) return await asked;
    if (this.#open.size >= openCallsMax || this.#isResting()) return null;
    const asking = this.#ask(key).finally(() => this.#open.delete(key));
    this.#open.set(key, asking);
    return await asking;
  }

  /** After the pause, one caller tries, while the others still count it as paused. */
  #isResting(): boolean {
    if (this.#failures < failuresMax) return false;
    const nowMs = this.#options.nowMs();
    if (nowMs < this.#restsUntilMs) return true;
    this.#restsUntilMs = nowMs + restMs;
    return false;
  }

  async #ask(text: string): Promise<Float32Array | null> {
    const result = await this.#options.ask(text);
    if (result.kind === "embedded") {
      this.#failures = 0;
      const [vector] = result.vectors;
      if (vector === undefined) return null;
      this.#remembered.set(text, vector);
      return vector;
    }
    // A refused text says nothing against the endpoint.
    if (result.kind === "refused") return null;
    this.#failures += 1;
    this.#restsUntilMs = this.#options.nowMs() + restMs;
    return null;
  }
}
