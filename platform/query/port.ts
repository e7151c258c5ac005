/** The port of queries: what is asked of a stored Parquet table. `http.ts` asks a query process. */

/** A refusal in the marketplace's own codes; the fields are those of a problem. */
export type QueryRefusal = {
  code: string;
  detail: string;
  faults?: { pointer: string; code: string; detail: string }[];
  retryAfterSeconds?: number;
};

/**
 * `body` is the answer as JSON text, as it goes to the caller; it is never parsed on the way. aborted:
 * the caller went away. failed: no query process answers, or not in time.
 */
export type QueryResult =
  | { kind: "answered"; body: Uint8Array }
  | { kind: "refused"; refusal: QueryRefusal }
  | { kind: "failed"; reason: string };

export type StoredQuery = {
  stored: { objectKey: string; byteSize: number; sha256: string };
  dataset: { id: string; version: number; table: string | null };
  /** Who asks, by a name that says nothing: how many queries run for one caller is limited by it. */
  caller: string;
  /** A checked body of `POST /datasets/{id}/query`. */
  query: unknown;
};

export interface Queries {
  /** Never throws. */
  run(asked: StoredQuery, signal: AbortSignal): Promise<QueryResult>;
}
