/**
 * Ends a job that takes too long or is silent for too long. Time spent waiting for file bytes does
 * not count.
 */
import type { Serving } from "./serve-bytes.ts";

type Limits = { timeoutSeconds: number; silenceSecondsMax: number };

/** A rescheduled timer waits at least this long. */
const pauseMsMin = 100;

export class JobClock {
  /** The byte service of the job, once it has started. */
  serving: Serving | null = null;
  /** True once the job was ended because it was silent. */
  isSilent = false;
  readonly #limits: Limits;
  readonly #onLate: () => void;
  readonly #beganAtMs = performance.now();
  #heardAtMs = performance.now();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(limits: Limits, onLate: () => void) {
    this.#limits = limits;
    this.#onLate = onLate;
    this.#check();
  }

  /** Records a sign of life from the job. */
  hear(): void {
    this.#heardAtMs = performance.now();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #check(): void {
    const nowMs = performance.now();
    const { waitedMs = 0, lastBytesAtMs = 0 } = this.serving ?? {};
    const spentMs = nowMs - this.#beganAtMs - waitedMs;
    const silentMs = nowMs - Math.max(this.#heardAtMs, lastBytesAtMs);
    const leftMs = this.#limits.timeoutSeconds * 1000 - spentMs;
    const leftOfSilenceMs = this.#limits.silenceSecondsMax * 1000 - silentMs;
    const waitMs = Math.min(leftMs, leftOfSilenceMs);
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.#check(), Math.max(pauseMsMin, waitMs));
      return;
    }
    this.isSilent = leftMs > 0;
    this.#onLate();
  }
}
