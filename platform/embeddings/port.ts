/** The embeddings port: texts become vectors by one model. `openai.ts` implements it over HTTP. */

/**
 * embedded: unit vectors, one a text, in their order. refused: the texts are at fault, and no repeat
 * helps. failed: another try may succeed.
 */
export type EmbeddingsResult =
  | { kind: "embedded"; vectors: Float32Array[] }
  | { kind: "refused"; code: string; detail: string }
  | { kind: "failed"; code: string; detail: string; retryAfterSeconds?: number };

export interface Embeddings {
  /** What vectors are stored under: those of two names are never compared. */
  readonly model: string;
  /** Texts that are found, in as many calls as they need; repeats what failed, never throws. */
  embedDocuments(texts: readonly string[]): Promise<EmbeddingsResult>;
  /**
   * The text of a search, by one call with a tight limit; null when it has no vector in time. What
   * was asked before is answered from memory, and an endpoint that fails is left alone for a while.
   */
  embedQuery(text: string): Promise<Float32Array | null>;
}
