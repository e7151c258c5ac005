/** The embeddings port: one model turns texts into vectors. `openai.ts` implements it over HTTP. */

/**
 * `embedded`: unit vectors, one per text, in order. `refused`: the texts are at fault, so a retry
 * does not help. `failed`: a retry may succeed.
 */
export type EmbeddingsResult =
  | { kind: "embedded"; vectors: Float32Array[] }
  | { kind: "refused"; code: string; detail: string }
  | { kind: "failed"; code: string; detail: string; retryAfterSeconds?: number };

export interface Embeddings {
  /** The name under which vectors are stored; vectors of different names are never compared. */
  readonly model: string;
  /** Embeds searchable texts, in as many calls as needed; retries failures, never throws. */
  embedDocuments(texts: readonly string[]): Promise<EmbeddingsResult>;
  /**
   * Embeds a search's text in one call with a short limit; null if there is no vector in time.
   * Caches results, and does not call a failing endpoint for a while.
   */
  embedQuery(text: string): Promise<Float32Array | null>;
}
