/** One log line and one measurement a request, and the headers that every answer carries. */
import process from "node:process";
import { openAccessLog } from "../../platform/log/access-log.ts";
import type { Logger } from "../../platform/log.ts";
import { Counter, Histogram, type Registry } from "../../platform/metrics.ts";
import type { RequestState } from "./request-state.ts";

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Calls wait for so long, or until there are so many: one after the other they are counted and written
 * in a third of the time that each takes by itself. A process that is killed loses those that wait.
 */
const WAITING_MS_MAX = 100;
const WAITING_CALLS_MAX = 64;

const INTERNAL_ERROR = 500;

/** A client may make up methods without end; the series must not follow. */
export const knownMethods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

type Call = Pick<RequestState, "route" | "requestId" | "failure"> & {
  method: string;
  status: number;
};

export type Observer = (call: Call, seconds: number) => void;

export function createObserver(log: Logger, registry: Registry): Observer {
  const seriesOf = createSeries(registry, () => drain());
  const failures = new Counter({
    name: "http_internal_errors_total",
    help: "Answers with status 500.",
    labelNames: ["route"],
    registers: [registry],
  });
  const accessLog = openAccessLog(log, "request");
  let waiting: Ended[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const drain = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const ended = waiting;
    waiting = [];
    let lines = "";
    for (const { series, requestId, seconds, endedAtMs } of ended) {
      series.duration.observe(seconds);
      if (series.isFailure) continue;
      // An id is of characters that JSON takes as they are.
      const facts = `${series.facts},"requestId":"${requestId}","ms":${roundedMs(seconds)}`;
      lines += accessLog.lineOf(facts, endedAtMs);
    }
    accessLog.write(lines);
  };
  process.once("exit", drain);
  return ({ method: given, route, status, requestId, failure }, seconds) => {
    const method = knownMethods.has(given) ? given : "OTHER";
    const series = seriesOf(method, route, status);
    waiting.push({ series, requestId, seconds, endedAtMs: Date.now() });
    if (waiting.length >= WAITING_CALLS_MAX) drain();
    else timer ??= setTimeout(drain, WAITING_MS_MAX);
    if (!series.isFailure) return;
    if (status === INTERNAL_ERROR) failures.inc({ route });
    const facts = { method, route, status, requestId, ms: roundedMs(seconds) };
    // Without a cause to tell it is a refusal: not ready yet, too much at once, a part that is away.
    if (failure === null && status !== INTERNAL_ERROR) log.warn(facts, "request refused");
    else log.error({ ...facts, err: failure }, "request failed");
  };
}

const roundedMs = (seconds: number) => Math.round(seconds * 1e4) / 10;

/** `facts`: what the lines of a series have in common. A failure has a line of its own at once. */
type Series = {
  duration: { observe(seconds: number): void };
  facts: string;
  isFailure: boolean;
};
type Ended = { series: Series; requestId: string; seconds: number; endedAtMs: number };

/** Looking a series up by its labels costs more than the observation itself. */
function createSeries(registry: Registry, beforeScrape: () => void) {
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to the answer's first byte, by route.",
    labelNames: ["method", "route", "status"],
    buckets: secondsBuckets,
    registers: [registry],
    collect: beforeScrape,
  });
  const known = new Map<string, Series>();
  return (method: string, route: string, status: number): Series => {
    const key = `${method} ${route} ${status}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = {
      duration: durations.labels(method, route, String(status)),
      facts: JSON.stringify({ method, route, status }).slice(1, -1),
      isFailure: status >= 500,
    };
    known.set(key, made);
    return made;
  };
}
