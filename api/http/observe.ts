/** One log line and one measurement a request, and the headers that every answer carries. */

import { openAccessLog } from "../../platform/log/access-log.ts";
import type { Logger } from "../../platform/log.ts";
import { Counter, Histogram, type Registry } from "../../platform/metrics.ts";
import type { RequestState } from "./request-state.ts";

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

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
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to the answer's first byte, by route.",
    labelNames: ["method", "route", "status"],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const failures = new Counter({
    name: "http_internal_errors_total",
    help: "Answers with status 500.",
    labelNames: ["route"],
    registers: [registry],
  });
  const writeLine = openAccessLog(log, "request");
  // Looking a series up by its labels costs more than the observation itself.
  const series = new Map<string, Series>();
  const seriesOf = (method: string, route: string, status: number): Series => {
    const key = `${method} ${route} ${status}`;
    const known = series.get(key);
    if (known !== undefined) return known;
    const duration = durations.labels(method, route, String(status));
    const made = { duration, facts: JSON.stringify({ method, route, status }).slice(1, -1) };
    series.set(key, made);
    return made;
  };
  return ({ method: given, route, status, requestId, failure }, seconds) => {
    const method = knownMethods.has(given) ? given : "OTHER";
    const { duration, facts } = seriesOf(method, route, status);
    duration.observe(seconds);
    const ms = Math.round(seconds * 1e4) / 10;
    // An id is of characters that JSON takes as they are.
    if (status < 500) return writeLine(`${facts},"requestId":"${requestId}","ms":${ms}`);
    failures.inc({ route });
    log.error({ method, route, status, requestId, ms, err: failure }, "request failed");
  };
}

/** `facts`: what the lines of a series have in common. */
type Series = { duration: { observe(seconds: number): void }; facts: string };
