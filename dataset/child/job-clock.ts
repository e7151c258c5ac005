/** Ends a job that takes or is silent for too long. What it waits for bytes of files counts as neither. */
import type { Serving } from "./serve-bytes.ts";

type Limits = { timeoutSeconds: number; silenceSecondsMax: number };

/** A timer that was set anew waits at least so long. */
const pauseMsMin = 100;

export class JobClock {
  /** The bytes that the job is served, once it is. */
  serving: Serving | null = null;
  /** True once a job was ended because it said nothing. */
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

  /** The job has said something. */
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
