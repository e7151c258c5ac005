/** What the edge knows of a request beside the request itself; it lives as long as the request. */
import { loggableId } from "../../platform/secrets/redact.ts";
import { continueTrace } from "../../platform/telemetry/traceparent.ts";
import { currentTraceparent } from "../../platform/telemetry/tracing.ts";

export type RequestState = {
  requestId: string;
  /** A HEAD is answered by the route of the GET, which may spare itself the body. */
  isHead: boolean;
  /** Parsed once: it is asked for by nearly every step. */
  url: URL;
  /** W3C Trace Context: the caller's trace with a span of ours, or a trace that begins here; null: none. */
  traceparent: string | null;
  address: string;
  /** The pattern of the route, once one has matched: `/datasets/:id`. */
  route: string;
  /** What failed, where the answer is a 500: for the log alone. */
  failure: unknown;
};

/** Of what no route has answered. */
export const unmatchedRoute = "unmatched";

const states = new WeakMap<Request, RequestState>();

export function beginRequest(request: Request, address: string): RequestState {
  const state: RequestState = {
    requestId: requestIdOf(request),
    isHead: request.method === "HEAD",
    url: new URL(request.url),
    traceparent: traceOf(request),
    address,
    route: unmatchedRoute,
    failure: null,
  };
  states.set(request, state);
  return state;
}

/** The caller's own, where it may be logged, or a new one. */
export function requestIdOf({ headers }: Request): string {
  return loggableId(headers.get("x-request-id")) ?? crypto.randomUUID();
}

/** Lets a request that stands for another one share its state. */
export function adoptRequest(request: Request, state: RequestState): void {
  states.set(request, state);
}

export function requestState(request: Request): RequestState {
  return states.get(request) ?? beginRequest(request, "unknown");
}

/** The trace that is recorded, else the caller's with a span that nobody records. */
function traceOf({ headers }: Request): string | null {
  return currentTraceparent() ?? continueTrace(headers.get("traceparent"));
}
