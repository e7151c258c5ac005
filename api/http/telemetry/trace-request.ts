/** Each call is a span of its caller's trace, named by method and route; nothing of its address is told. */
import type { Peer } from "../../../platform/client-address.ts";
import type { Span } from "../../../platform/telemetry/port.ts";
import { beginSpan, inSpan } from "../../../platform/telemetry/tracing.ts";
import { knownMethods } from "../observe.ts";

type Fetch = (request: Request, peer: Peer) => Promise<Response>;

/** Asked each few seconds by whoever watches, and of no trace. */
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

/** Tells what came of the call. */
export function describeRequest(span: Span | null, answered: Answered): void {
  if (span === null || !span.isSampled) return;
  const { method: given, route, status, requestId } = answered;
  // A client may make up methods without end.
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
 * Of an answer that is held in memory: its caller's trace alone has it. A trace of its own would tell
 * nothing that the figures do not, and cost more than the answer.
 */
export function beginHeld(parent: string | null): Span | null {
  return parent === null ? null : beginSpan("HTTP", { kind: "server", parent });
}
