/** One log line and one measurement a request, and the headers that every answer carries. */
import type { Logger } from "../../platform/log.ts";
import { Counter, Histogram, type Registry } from "../../platform/metrics.ts";
import type { RequestState } from "./request-state.ts";

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A client may make up methods without end; the series must not follow. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export type Observer = (
  request: Request,
  response: Response,
  state: RequestState,
  seconds: number,
) => void;

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
  // Looking a series up by its labels costs more than the observation itself.
  const series = new Map<string, ReturnType<typeof durations.labels>>();
  const seriesOf = (method: string, route: string, status: number) => {
    const key = `${method} ${route} ${status}`;
    const known = series.get(key) ?? durations.labels(method, route, String(status));
    series.set(key, known);
    return known;
  };
  return (request, response, state, seconds) => {
    const method = knownMethods.has(request.method) ? request.method : "OTHER";
    const { status } = response;
    const { route, requestId } = state;
    seriesOf(method, route, status).observe(seconds);
    const entry = { method, route, status, requestId, ms: Math.round(seconds * 1e4) / 10 };
    if (status < 500) return log.info(entry, "request");
    failures.inc({ route });
    log.error({ ...entry, err: state.failure }, "request failed");
  };
}
