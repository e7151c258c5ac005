/** Keeps a collector that is away, slow or refusing from costing more than a log line. */
import { type ExportResult, ExportResultCode, getNumberFromEnv } from "@opentelemetry/core";
import type { Logger } from "../log.ts";
import { Outage } from "../outage.ts";

export type Signal = "traces" | "logs";

type Exporter<Batch> = {
  export(batch: Batch, done: (result: ExportResult) => void): void;
};

type Watched<Batch> = {
  /** Number of items in a batch. */
  sizeOf(batch: Batch): number;
  /** Called once for each batch, whatever its outcome. */
  leave?(count: number): void;
  /** An empty batch, for a signal that may send nothing for a long time. */
  nothing?: Batch;
};

/**
 * One guard for all signals of a process, which logs an outage once at its start and once at its
 * end.
 */
export class ExportGuard {
  readonly dropped: Record<Signal, number> = { traces: 0, logs: 0 };
  readonly #failing = new Set<Signal>();
  readonly #underWay: Record<Signal, number> = { traces: 0, logs: 0 };
  readonly #probes = new Map<Signal, () => void>();
  #outage: Outage | null = null;
  #outagesEnded = 0;

  /** Nothing is logged before there is a log. */
  reportTo(log: Logger): void {
    this.#outage = new Outage(log, {
      begins: "the collector does not accept telemetry; it is dropped",
      ends: "the collector accepts telemetry again",
    });
  }

  /** Wraps an exporter and records its outcomes. */
  watch<Batch, Guarded extends Exporter<Batch>>(
    signal: Signal,
    exporter: Guarded,
    { sizeOf, leave, nothing }: Watched<Batch>,
  ): Guarded {
    const send = exporter.export.bind(exporter);
    const overdueMs = overdueMsOf(signal);
    const guarded: Guarded["export"] = (batch: Batch, done: (result: ExportResult) => void) => {
      const endedBefore = this.#outagesEnded;
      this.#underWay[signal] += 1;
      const end = onceWithin(overdueMs, (result) => {
        this.#underWay[signal] -= 1;
        const size = sizeOf(batch);
        leave?.(size);
        if (result.code === ExportResultCode.SUCCESS) this.#noteTaken(signal);
        else this.#noteLost(signal, size, { result, endedBefore });
        // The failure is recorded already; passed on, it would become an error of this process.
        done({ code: ExportResultCode.SUCCESS });
      });
      send(batch, end);
    };
    if (nothing !== undefined) this.#probes.set(signal, () => guarded(nothing, () => {}));
    return Object.assign(exporter, { export: guarded });
  }

  #noteTaken(signal: Signal): void {
    const wasLast = this.#failing.delete(signal) && this.#failing.size === 0;
    if (!wasLast) {
      this.#probeFailing();
      return;
    }
    this.#outagesEnded += 1;
    this.#outage?.end();
  }

  /** A process may log nothing for hours; a probe ends the outage of that signal, too. */
  #probeFailing(): void {
    for (const signal of this.#failing) {
      if (this.#underWay[signal] === 0) this.#probes.get(signal)?.();
    }
  }

  #noteLost(
    signal: Signal,
    size: number,
    { result, endedBefore }: { result: ExportResult; endedBefore: number },
  ): void {
    this.dropped[signal] += size;
    // An export that was sent before the end and hung says nothing about a collector that has
    // answered since.
    if (endedBefore < this.#outagesEnded) return;
    this.#failing.add(signal);
    // One reason for all failures, because it varies from attempt to attempt.
    this.#outage?.meet("it is away, too slow, or refuses", { err: result.error }, size);
  }
}

/**
 * The packages' own time-out only detects silence: an endless answer outlasts it. Twice that time
 * exceeds all attempts of a batch.
 */
function overdueMsOf(signal: Signal): number {
  const own = getNumberFromEnv(`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_TIMEOUT`);
  return 2 * (own ?? getNumberFromEnv("OTEL_EXPORTER_OTLP_TIMEOUT") ?? 10_000);
}

/** The first outcome counts; without one in time, the export has failed. */
function onceWithin(ms: number, end: (result: ExportResult) => void) {
  let hasEnded = false;
  const first = (result: ExportResult) => {
    clearTimeout(timer);
    if (hasEnded) return;
    hasEnded = true;
    end(result);
  };
  const error = new Error("The collector's answer did not end in time.");
  const timer = setTimeout(() => first({ code: ExportResultCode.FAILED, error }), ms);
  return first;
}

/** The bound of a queue: items that end while this many wait are dropped and counted. */
export class Bound {
  readonly #guard: ExportGuard;
  readonly #signal: Signal;
  readonly #waitingMax: number;
  #waiting = 0;

  constructor(guard: ExportGuard, signal: Signal, waitingMax: number) {
    this.#guard = guard;
    this.#signal = signal;
    this.#waitingMax = waitingMax;
  }

  /** Whether there is room for one more item, which then waits. */
  enter(): boolean {
    if (this.#waiting >= this.#waitingMax) {
      this.#guard.dropped[this.#signal] += 1;
      return false;
    }
    this.#waiting += 1;
    return true;
  }

  leave(count: number): void {
    this.#waiting -= count;
  }
}
