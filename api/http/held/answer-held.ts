/** The shortest way to an answer: one that is held, to a caller whose budget is known. */
import { clientAddress } from "../../../platform/client-address.ts";
import { continueTrace } from "../../../platform/telemetry/traceparent.ts";
import type { RateLimits, RateLimitVerdict } from "../limits/rate-limits.ts";
import type { Observer } from "../observe.ts";
import { requestIdOf } from "../request-state.ts";
import { beginHeld, describeRequest } from "../telemetry/trace-request.ts";
import type { HeldAnswers } from "./held-answers.ts";
import type { RecentWriters } from "./recent-writers.ts";

type Parts = {
  held: HeldAnswers;
  rates: RateLimits;
  observe: Observer;
  writers: RecentWriters;
  trustedProxyHops: number;
};

const unlimited: RateLimitVerdict = { headers: [], refusal: null };

/**
 * Answers what needs nothing but memory, without a turn of the event loop; null where more is needed,
 * a refusal too, and to who has just changed something. Counted, logged and measured as every call.
 */
export function createHeldServer({ held, rates, observe, writers, trustedProxyHops }: Parts) {
  return (request: Request, peerAddress: string): Response | null => {
    const found = held.find(request);
    if (found === null) return null;
    const startedAt = performance.now();
    const address = clientAddress(request.headers, peerAddress, trustedProxyHops);
    if (writers.has(address)) return null;
    const { isLimited, route, bytes } = found;
    const verdict = isLimited ? rates.admitAtOnce(request, address) : unlimited;
    if (verdict === null || verdict.refusal !== null) return null;
    held.countHit();
    const response = new Response(bytes, { headers: found.headers });
    const { headers } = response;
    for (const [name, value] of verdict.headers) headers.set(name, value);
    const requestId = requestIdOf(request);
    headers.set("x-request-id", requestId);
    const parent = request.headers.get("traceparent");
    const span = beginHeld(parent);
    headers.set("traceparent", span?.traceparent ?? continueTrace(parent));
    const seconds = (performance.now() - startedAt) / 1000;
    const call = { method: "GET", route, status: 200, requestId, failure: null };
    observe(call, seconds);
    describeRequest(span, call);
    span?.end();
    return response;
  };
}
