import type { DatasetChild } from "./process.ts";

/**
 * Keeps the child of a profile after its report, so that the same child writes the file's Parquet twins:
 * its code is loaded and compiled by then. Its owner calls `end`.
 */
export class KeptChild {
  #child: DatasetChild | null = null;
  #onEnd: () => void = () => {};

  keep(child: DatasetChild, onEnd: () => void): void {
    this.end();
    this.#child = child;
    this.#onEnd = onEnd;
  }

  /** The child for one more job; null if there is none or it has ended. */
  take(): DatasetChild | null {
    const child = this.#child;
    this.#child = null;
    return child?.alive === true ? child : null;
  }

  /** Ends the child, whether taken or not. Safe to call at any time. */
  end(): void {
    this.#child?.kill();
    this.#child = null;
    this.#onEnd();
    this.#onEnd = () => {};
  }
}
