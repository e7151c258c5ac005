/** Who waits for a connection, in order, and how long the next one is likely to wait. */

export type Waiter = { resource: string | null; enter: () => void };

/** The weight of the latest pause between two who left the line for a connection. */
const latestWeight = 0.1;

export class WaitingLine {
  readonly #waiters = new Set<Waiter>();
  /** The usual pause between two who got one; null until two did without the line being empty between. */
  #pauseMs: number | null = null;
  #enteredAtMs: number | null = null;

  get size(): number {
    return this.#waiters.size;
  }

  [Symbol.iterator](): IterableIterator<Waiter> {
    return this.#waiters.values();
  }

  add(waiter: Waiter): void {
    this.#waiters.add(waiter);
  }

  /** It gave up. */
  leave(waiter: Waiter): void {
    this.#waiters.delete(waiter);
    if (this.#waiters.size === 0) this.#forget();
  }

  /** It got a connection at `atMs`. */
  enter(waiter: Waiter, atMs: number): void {
    if (this.#enteredAtMs !== null) {
      const pauseMs = atMs - this.#enteredAtMs;
      const usualMs = this.#pauseMs ?? pauseMs;
      this.#pauseMs = usualMs + latestWeight * (pauseMs - usualMs);
    }
    this.#enteredAtMs = atMs;
    this.leave(waiter);
  }

  /** Of one who comes now; 0 as long as nothing is known. */
  expectedMs(): number {
    return this.#waiters.size * (this.#pauseMs ?? 0);
  }

  #forget(): void {
    this.#pauseMs = null;
    this.#enteredAtMs = null;
  }
}
