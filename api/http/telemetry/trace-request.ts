/** Traces each call in its caller's trace, named by method and route and never by its address. */
import type { Peer } from "../../../platform/client-address.ts";
import type { Span } from "../../../platform/telemetry/port.ts";
import { beginSpan, inSpan } from "../../../platform/telemetry/tracing.ts";
import { knownMethods } from "../observe.ts";

type Fetch = (request: Request, peer: Peer) => Promise<Response>;

/** Polled every few seconds for monitoring, and not worth a trace. */
const untraced = /^https?:\/\/[^/]*\/health\//;

export function traceRequests(serve: Fetch): Fetch {
  return (request, peer) => {
    const span = begin(request);
    return span === null ? serve(request, peer) : run(span, () => serve(request, peer));
  };
}

function begin(request: Request): Span | null {
  if (untraced.test(request.url)) return null;
  const parent = request.headers.get("traceparent");
  return beginSpan("HTTP", { kind: "server", parent });
}

async function run(span: Span, serve: () => Promise<Response>): Promise<Response> {
  try {
    return await inSpan(span, serve);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

type Answered = { method: string; route: string; status: number; requestId: string };

/** Adds the outcome of the call to its span. */
export function describeRequest(span: Span | null, answered: Answered): void {
  if (span === null || !span.isSampled) return;
  const { method: given, route, status, requestId } = answered;
  // Clients can invent any number of methods.
  const method = knownMethods.has(given) ? given : "_OTHER";
  span.rename(`${method} ${route}`);
  span.set({
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    "market.request_id": requestId,
  });
  if (status >= 500) span.fail(String(status));
}

/**
 * Traces an answer from memory only within its caller's trace. A trace of its own would show
 * nothing that the metrics do not, and cost more than the answer.
 */
export function beginHeld(parent: string | null): Span | null {
  return parent === null ? null : beginSpan("HTTP", { kind: "server", parent });
}
