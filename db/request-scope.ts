/**
 * A pool's knowledge of the request that uses it: its deadline, its resource, and how fresh its
 * reads must be.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export type RequestScope = {
  /**
   * The route's pattern; trouble is contained per resource. Evaluated late, once the route is
   * known.
   */
  resource(): string;
  /** On the clock of `performance.now()`; after that, the request has been answered. */
  endsAtMs: number;
  /**
   * The pools that it has already used; there it takes precedence over requests that have not
   * started.
   */
  begunAt: Set<object>;
  /** Where its public reads come from, if a replica is allowed; absent: the primary. */
  reads?: ReadPlace | undefined;
};

/** Maintained by `db/replicas/`, so that one request reads in one place. */
export type ReadPlace = {
  /** Undefined before the first read; null for the primary. */
  chosen?: object | null;
  /** Whether something came from a replica. */
  isBehind: boolean;
};

const scopes = new AsyncLocalStorage<RequestScope>();

/** Everything that `run` starts, however late, belongs to the request. */
export function inRequest<Result>(scope: RequestScope, run: () => Result): Result {
  return scopes.run(scope, run);
}

/** Makes the reads of `run` come from the primary, even if the request allows replicas. */
export function atPrimary<Result>(run: () => Result): Result {
  const scope = requestScope();
  return scope?.reads === undefined ? run() : inRequest({ ...scope, reads: undefined }, run);
}

/** Null outside requests: in workers, at start-up, in listeners. */
export function requestScope(): RequestScope | null {
  return scopes.getStore() ?? null;
}
