/**
 * Admits to a pool as many as it has connections, and no more: the others wait here, where a wait
 * has an end. A request that has begun comes before those that have not: else, under too much load, all
 * begin, each is given up in its midst, and nobody is answered.
 * What waits for a lock keeps its connection, so a resource that was found blocked gets
 * one of them at a time until it answers again; the rest of the pool is for the others.
 */
import { type RequestScope, requestScope } from "./request-scope.ts";
import { DatabaseTroubleError, isBlocked } from "./trouble.ts";

/** Of a pool's connections, and of the callers that wait for one. */
export type PoolUsage = { max: number; used: number; waiting: number };

type Waiter = { resource: string | null; enter: () => void };

export class Gate {
  readonly #waitMsMax: number;
  readonly #slots: number;
  #free: number;
  readonly #begun = new Set<Waiter>();
  /** Requests that have not begun, and what has no request. */
  readonly #others = new Set<Waiter>();
  /** How many connections each resource holds now. */
  readonly #held = new Map<string, number>();
  readonly #blocked = new Set<string>();

  constructor(limits: { slots: number; waitMsMax: number }) {
    this.#free = limits.slots;
    this.#slots = limits.slots;
    this.#waitMsMax = limits.waitMsMax;
  }

  /** Errors: DatabaseTroubleError (busy) after the wait, or once the request has been answered. */
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
        reject(busy("no connection of the pool came free in time"));
      };
      const timer = setTimeout(giveUp, Math.min(this.#waitMsMax, leftMs));
      line.add(waiter);
    });
  }
}

/** Work for a request that has been answered already must have no effect any more. */
export function refuseLate(scope: RequestScope | null): void {
  if (scope === null || performance.now() < scope.endsAtMs) return;
  throw busy("the request has been answered meanwhile");
}

function busy(message: string): DatabaseTroubleError {
  return new DatabaseTroubleError(message, { kind: "busy", isOutcomeUnknown: false });
}
