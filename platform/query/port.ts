/** The port for queries of stored Parquet tables. `http.ts` calls a query process. */

/** A refusal with the marketplace's own codes; the fields are those of a problem. */
export type QueryRefusal = {
  code: string;
  detail: string;
  faults?: { pointer: string; code: string; detail: string }[];
  retryAfterSeconds?: number;
};

/**
 * `body` is the response as JSON text, passed on to the caller without parsing. `aborted`: the
 * caller went away. `failed`: no query process answered in time.
 */
export type QueryResult =
  | { kind: "answered"; body: Uint8Array }
  | { kind: "refused"; refusal: QueryRefusal }
  | { kind: "failed"; reason: string };

type StoredTable = {
  stored: { objectKey: string; byteSize: number; sha256: string };
  dataset: { id: string; version: number; table: string | null };
};

export type StoredQuery = {
  /** The query's tables: one, or those of `sql` in its order. */
  tables: StoredTable[];
  /** An opaque name of the caller, by which concurrent queries are limited. */
  caller: string;
  /** A validated body of `POST /datasets/{id}/query`. */
  query: unknown;
  /** `figure`: the query must give one aggregated value. `plan`: the same, and nothing is computed. */
  mode?: "figure" | "plan";
};

export interface Queries {
  /** Never throws. */
  run(asked: StoredQuery, signal: AbortSignal): Promise<QueryResult>;
}
