/** A lasting failure: one log line when it begins and one when it ends, however often it occurs. */
import type { Logger } from "./log.ts";

export type OutageLines = { begins: string; ends: string };

export class Outage {
  readonly #log: Logger;
  readonly #lines: OutageLines;
  #current: { reason: string; sinceMs: number; met: number } | null = null;

  constructor(log: Logger, lines: OutageLines) {
    this.#log = log;
    this.#lines = lines;
  }

  /** Logs the first occurrence, and again if the reason changes; adds `times` to the count. */
  meet(reason: string, details: { err?: unknown } = {}, times = 1): void {
    const isNews = this.#current?.reason !== reason;
    this.#current ??= { reason, sinceMs: performance.now(), met: 0 };
    this.#current.reason = reason;
    this.#current.met += times;
    if (isNews) this.#log.warn({ reason, ...details }, this.#lines.begins);
  }

  /** Logs the end with number of occurrences and duration, if there was an outage. */
  end(): void {
    if (this.#current === null) return;
    const { reason, sinceMs, met } = this.#current;
    this.#current = null;
    const seconds = Math.round((performance.now() - sinceMs) / 100) / 10;
    this.#log.info({ reason, met, seconds }, this.#lines.ends);
  }
}
