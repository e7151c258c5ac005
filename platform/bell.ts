/** Waits that can end early. */

/** Wakes one waiting loop; a ring while nobody waits is kept for the next wait. */
export class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, after `maxSeconds`, or when the signal fires. */
  async wait(maxSeconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxSeconds * 1000);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener("abort", this.#wake, { once: true });
      });
      if (this.#wake !== null) signal.removeEventListener("abort", this.#wake);
    }
    this.#wake = null;
    this.#rung = false;
  }
}

/** Waits, unless the signal fires first. */
export async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await new Bell().wait(seconds, signal);
}

/** Rejects if `asked` has no result after `msMax`; a later result or error is ignored. */
export async function within<Result>(msMax: number, asked: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${msMax} ms`)), msMax);
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
    asked.catch(() => {});
  }
}
