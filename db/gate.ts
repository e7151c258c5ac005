/**
 * Admits as many callers to a pool as it has connections. The others wait here, where waiting is
 * limited. Requests that have started come before those that have not; otherwise, under overload,
 * all would start, each would time out midway, and none would be answered. A statement that waits
 * for a lock occupies a connection, so a resource found to be blocked gets one connection at a time
 * until it answers again, which leaves the rest of the pool to others.
 */
import { type RequestScope, requestScope } from "./request-scope.ts";
import { DatabaseTroubleError, isBlocked } from "./trouble.ts";

/** Connections of a pool, and callers waiting for one. */
export type PoolUsage = { max: number; used: number; waiting: number };

type Waiter = { resource: string | null; enter: () => void };

export class Gate {
  readonly #waitMsMax: number;
  readonly #slots: number;
  #free: number;
  readonly #begun = new Set<Waiter>();
  /** Requests that have not started, and callers without a request. */
  readonly #others = new Set<Waiter>();
  /** Number of connections held for each resource. */
  readonly #held = new Map<string, number>();
  readonly #blocked = new Set<string>();

  constructor(limits: { slots: number; waitMsMax: number }) {
    this.#free = limits.slots;
    this.#slots = limits.slots;
    this.#waitMsMax = limits.waitMsMax;
  }

  /** Throws DatabaseTroubleError (busy) after the wait, or if the request was already answered. */
  async use<Result>(run: () => Promise<Result>): Promise<Result> {
    const scope = requestScope();
    refuseLate(scope);
    const resource = scope?.resource() ?? null;
    if (this.#mayEnter(resource)) this.#enter(resource);
    else await this.#wait(resource, scope);
    scope?.begunAt.add(this);
    try {
      const result = await run();
      if (resource !== null) this.#blocked.delete(resource);
      return result;
    } catch (error) {
      if (resource !== null && isBlocked(error)) this.#blocked.add(resource);
      throw error;
    } finally {
      this.#leave(resource);
    }
  }

  usage(): PoolUsage {
    const used = this.#slots - this.#free;
    return { max: this.#slots, used, waiting: this.#begun.size + this.#others.size };
  }

  #mayEnter(resource: string | null): boolean {
    if (this.#free === 0) return false;
    return resource === null || !this.#blocked.has(resource) || !this.#held.has(resource);
  }

  #enter(resource: string | null): void {
    this.#free -= 1;
    if (resource !== null) this.#held.set(resource, (this.#held.get(resource) ?? 0) + 1);
  }

  #leave(resource: string | null): void {
    this.#free += 1;
    if (resource !== null) {
      const left = (this.#held.get(resource) ?? 1) - 1;
      if (left === 0) this.#held.delete(resource);
      else this.#held.set(resource, left);
    }
    for (const line of [this.#begun, this.#others]) {
      for (const waiter of line) {
        if (this.#free === 0) return;
        if (this.#mayEnter(waiter.resource)) waiter.enter();
      }
    }
  }

  #wait(resource: string | null, scope: RequestScope | null): Promise<void> {
    const line = scope?.begunAt.has(this) ? this.#begun : this.#others;
    const leftMs = scope === null ? Number.POSITIVE_INFINITY : scope.endsAtMs - performance.now();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resource,
        enter: () => {
          clearTimeout(timer);
          line.delete(waiter);
          this.#enter(resource);
          resolve();
        },
      };
      const giveUp = () => {
        line.delete(waiter);
        reject(busy("no connection became free in time"));
      };
      const timer = setTimeout(giveUp, Math.min(this.#waitMsMax, leftMs));
      line.add(waiter);
    });
  }
}

/** Work for a request that was already answered must not have effects. */
export function refuseLate(scope: RequestScope | null): void {
  if (scope === null || performance.now() < scope.endsAtMs) return;
  throw busy("the request has already been answered");
}

function busy(message: string): DatabaseTroubleError {
  return new DatabaseTroubleError(message, { kind: "busy", isOutcomeUnknown: false });
}
