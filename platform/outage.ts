/** A trouble that lasts: one line in the log when it begins, one when it ends, however often it is met. */
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

  /** Logs the first time, and again when it is for another reason; `times` are counted besides. */
  meet(reason: string, details: { err?: unknown } = {}, times = 1): void {
    const isNews = this.#current?.reason !== reason;
    this.#current ??= { reason, sinceMs: performance.now(), met: 0 };
    this.#current.reason = reason;
    this.#current.met += times;
    if (isNews) this.#log.warn({ reason, ...details }, this.#lines.begins);
  }

  /** Logs the end with how often it was met and for how long, when there was something to end. */
  end(): void {
    if (this.#current === null) return;
    const { reason, sinceMs, met } = this.#current;
    this.#current = null;
    const seconds = Math.round((performance.now() - sinceMs) / 100) / 10;
    this.#log.info({ reason, met, seconds }, this.#lines.ends);
  }
}
