/** What a pool knows of the request that asks it: until when, and for which resource. */
import { AsyncLocalStorage } from "node:async_hooks";

export type RequestScope = {
  /** Whose trouble must stay its own: the route's pattern. Asked late, once the route is known. */
  resource(): string;
  /** On the clock of `performance.now()`: then the request has been answered already. */
  endsAtMs: number;
};

const scopes = new AsyncLocalStorage<RequestScope>();

/** Everything that `run` starts, however late, belongs to the request. */
export function inRequest<Result>(scope: RequestScope, run: () => Result): Result {
  return scopes.run(scope, run);
}

/** Null outside of requests: in workers, at the start, in listeners. */
export function requestScope(): RequestScope | null {
  return scopes.getStore() ?? null;
}
