/** Writes one log line and one measurement for each request. */
import process from "node:process";
import { type LineSeries, openAccessLog } from "../../platform/log/access-log.ts";
import type { Logger } from "../../platform/log.ts";
import { Counter, type Registry } from "../../platform/metrics.ts";
import { SeriesHistogram } from "../../platform/telemetry/series-histogram.ts";
import type { RequestState } from "./request-state.ts";

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Calls are batched for this time, or up to this number: written together they take a third of the
 * time. A process that is killed loses its current batch.
 */
const WAITING_MS_MAX = 100;
const WAITING_CALLS_MAX = 64;

const INTERNAL_ERROR = 500;

/** Clients can invent any number of methods; the metric series must not grow with them. */
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

/** Calls of one method, route and status. A failure gets its own line at once. */
export type CallSeries = {
  duration: { observe(seconds: number): void };
  lines: LineSeries;
  isFailure: boolean;
};

export type Observer = {
  observe(call: Call, seconds: number): void;
  /** Keep the result: looking it up takes longer than observing a call. */
  seriesOf(method: string, route: string, status: number): CallSeries;
  /** A successful call; `endedAt`: from `performance.now()`. */
  note(series: CallSeries, requestId: string, seconds: number, endedAt: number): void;
};

export function createObserver(log: Logger, registry: Registry): Observer {
  const failures = new Counter({
    name: "http_internal_errors_total",
    help: "Answers with status 500, by route.",
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
    const epoch = Date.now() - performance.now();
    let lines = "";
    for (const { series, requestId, seconds, endedAt } of ended) {
      series.duration.observe(seconds);
      if (series.isFailure) continue;
      const endedAtMs = Math.round(epoch + endedAt);
      lines += accessLog.lineOf(series.lines, requestId, roundedMs(seconds), endedAtMs);
    }
    accessLog.write(lines);
  };
  process.once("exit", drain);
  const seriesOf = createSeries(registry, accessLog.seriesOf, drain);
  const note: Observer["note"] = (series, requestId, seconds, endedAt) => {
    waiting.push({ series, requestId, seconds, endedAt });
    if (waiting.length >= WAITING_CALLS_MAX) drain();
    else timer ??= setTimeout(drain, WAITING_MS_MAX);
  };
  const observe: Observer["observe"] = ({ method, route, status, requestId, failure }, seconds) => {
    const series = seriesOf(method, route, status);
    note(series, requestId, seconds, performance.now());
    if (!series.isFailure) return;
    if (status === INTERNAL_ERROR) failures.inc({ route });
    const facts = { method: methodOf(method), route, status, requestId, ms: roundedMs(seconds) };
    // Without a cause it is a refusal: not ready, overloaded, or a dependency is down.
    if (failure === null && status !== INTERNAL_ERROR) log.warn(facts, "request refused");
    else log.error({ ...facts, err: failure }, "request failed");
  };
  return { observe, seriesOf, note };
}

const roundedMs = (seconds: number) => Math.round(seconds * 1e4) / 10;

const methodOf = (given: string) => (knownMethods.has(given) ? given : "OTHER");

type Ended = { series: CallSeries; requestId: string; seconds: number; endedAt: number };

function createSeries(
  registry: Registry,
  linesOf: (facts: { method: string; route: string; status: number }) => LineSeries,
  beforeScrape: () => void,
) {
  const durations = new SeriesHistogram({
    name: "http_request_duration_seconds",
    help: "Time to an answer's first byte, by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: secondsBuckets,
    registers: [registry],
    collect: beforeScrape,
  });
  const known = new Map<string, CallSeries>();
  return (given: string, route: string, status: number): CallSeries => {
    const method = methodOf(given);
    const key = `${method} ${route} ${status}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = {
      duration: durations.seriesOf({ method, route, status: String(status) }),
      lines: linesOf({ method, route, status }),
      isFailure: status >= 500,
    };
    known.set(key, made);
    return made;
  };
}
