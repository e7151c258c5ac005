/** The edge's data about a request, kept as long as the request. */
import { loggableId } from "../../platform/secrets/redact.ts";
import { continueTrace } from "../../platform/telemetry/traceparent.ts";
import { currentTraceparent } from "../../platform/telemetry/tracing.ts";

export type RequestState = {
  requestId: string;
  /** The GET's route answers a HEAD too, and may skip the body. */
  isHead: boolean;
  /** Parsed once, because nearly every step needs it. */
  url: URL;
  /** W3C Trace Context: the caller's trace with our span, or a new trace; null without one. */
  traceparent: string | null;
  address: string;
  /** The route's pattern once it has matched: `/datasets/:id`. */
  route: string;
  /** The cause of a 500, for the log only. */
  failure: unknown;
};

/** The route name of requests that no route answers. */
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

/** The caller's own id if it is safe to log, otherwise a new one. */
export function requestIdOf({ headers }: Request): string {
  return loggableId(headers.get("x-request-id")) ?? crypto.randomUUID();
}

/** Lets a request that replaces another share its state. */
export function adoptRequest(request: Request, state: RequestState): void {
  states.set(request, state);
}

export function requestState(request: Request): RequestState {
  return states.get(request) ?? beginRequest(request, "unknown");
}

/** The recorded trace, otherwise the caller's trace with an unrecorded span. */
function traceOf({ headers }: Request): string | null {
  return currentTraceparent() ?? continueTrace(headers.get("traceparent"));
}
