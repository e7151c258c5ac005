/** What a pool knows of the request that asks it: until when, for which resource, and how fresh. */
import { AsyncLocalStorage } from "node:async_hooks";

export type RequestScope = {
  /** Whose trouble must stay its own: the route's pattern. Asked late, once the route is known. */
  resource(): string;
  /** On the clock of `performance.now()`: then the request has been answered already. */
  endsAtMs: number;
  /** The pools that it has got something of: there it goes before requests that have not begun. */
  begunAt: Set<object>;
  /** Where its public reads come from, if that may be a replica; without it, the primary. */
  reads?: ReadPlace | undefined;
};

/** Kept by `db/replicas/`, so that one request reads in one place. */
export type ReadPlace = {
  /** Undefined before the first read; null: the primary. */
  chosen?: object | null;
  /** Whether anything came from a replica. */
  isBehind: boolean;
};

const scopes = new AsyncLocalStorage<RequestScope>();

/** Everything that `run` starts, however late, belongs to the request. */
export function inRequest<Result>(scope: RequestScope, run: () => Result): Result {
  return scopes.run(scope, run);
}

/** What `run` reads comes from the primary, whatever the request would allow. */
export function atPrimary<Result>(run: () => Result): Result {
  const scope = requestScope();
  return scope?.reads === undefined ? run() : inRequest({ ...scope, reads: undefined }, run);
}

/** Null outside of requests: in workers, at the start, in listeners. */
export function requestScope(): RequestScope | null {
  return scopes.getStore() ?? null;
}
