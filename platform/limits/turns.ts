/** Who is next where few can be served at once: in their order, a few of each caller, no more than may wait. */

/** full: too many wait. caller: this caller has too many already. */
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

  /** Runs `work` when its turn has come; null for who went away before it. */
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

  /** False once the caller has gone. */
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

  /** The place goes on to the first who waits. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next.start();
  }
}
