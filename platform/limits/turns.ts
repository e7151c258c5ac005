/**
 * A fair queue for a few concurrent slots: in order, with limits per caller and on the number of
 * waiting callers.
 */

/** `full`: too many callers wait. `caller`: this caller already has too many. */
export type NoTurn = "full" | "caller";

type Waiting = { caller: string; start(): void };

export type TurnsOptions = { atOnce: number; waitingMax: number; perCallerMax: number };

export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting: Waiting[] = [];
  readonly #held = new Map<string, number>();
  #running = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  usage(): { max: number; used: number; waiting: number } {
    return { max: this.#options.atOnce, used: this.#running, waiting: this.#waiting.length };
  }

  /** Runs `work` when its turn comes; null if the caller went away before. */
  async take<Result>(
    caller: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result | NoTurn | null> {
    const held = this.#held.get(caller) ?? 0;
    if (held >= this.#options.perCallerMax) return "caller";
    const isFree = this.#running < this.#options.atOnce;
    if (!isFree && this.#waiting.length >= this.#options.waitingMax) return "full";
    this.#held.set(caller, held + 1);
    try {
      if (isFree) this.#running += 1;
      else if (!(await this.#wait(caller, signal))) return null;
      try {
        return await work();
      } finally {
        this.#next();
      }
    } finally {
      const left = (this.#held.get(caller) ?? 1) - 1;
      if (left === 0) this.#held.delete(caller);
      else this.#held.set(caller, left);
    }
  }

  /** False if the caller has gone. */
  #wait(caller: string, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const entry: Waiting = {
        caller,
        start: () => {
          signal.removeEventListener("abort", leave);
          resolve(true);
        },
      };
      const leave = () => {
        const at = this.#waiting.indexOf(entry);
        if (at >= 0) this.#waiting.splice(at, 1);
        resolve(false);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(entry);
      if (signal.aborted) leave();
    });
  }

  /** Passes the slot to the first waiting caller. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next.start();
  }
}
