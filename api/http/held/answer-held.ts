/** The fastest path: a cached answer for a caller whose budget is known. */
import { clientAddress, type Peer } from "../../../platform/client-address.ts";
import { continueTrace } from "../../../platform/telemetry/traceparent.ts";
import type { VisitCounter } from "../count-visits.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { RateWindowState } from "../limits/shared-windows.ts";
import type { Observer } from "../observe.ts";
import { requestIdOf } from "../request-state.ts";
import { beginHeld, describeRequest } from "../telemetry/trace-request.ts";
import type { HeldAnswer } from "./held-answer.ts";
import type { HeldAnswers } from "./held-answers.ts";
import type { RecentWriters } from "./recent-writers.ts";
import type { Refusals } from "./refusals.ts";

type HeldServerDependencies = {
  held: HeldAnswers;
  countVisit: VisitCounter;
  refusals: Refusals;
  rates: RateLimits;
  observer: Observer;
  writers: RecentWriters;
  trustedProxyHops: number;
};

/** An answer that lacks only each call's own fields. */
type Ready = Pick<HeldAnswer, "method" | "status" | "route" | "seriesOf" | "respond">;

/**
 * Answers from memory, without a turn of the event loop. Returns null if more is needed, if nothing
 * was found, or for callers that have just changed something. Also refuses callers without calls
 * left, whatever they ask. Counted, logged and measured like any call.
 */
export function createHeldServer(parts: HeldServerDependencies) {
  const { held, countVisit, refusals, rates, observer, writers, trustedProxyHops } = parts;
  const send = (
    ready: Ready,
    request: Request,
    standing: RateWindowState | null,
    startedAt: number,
  ): Response => {
    const requestId = requestIdOf(request);
    const parent = request.headers.get("traceparent");
    const span = beginHeld(parent);
    const traceparent = span?.traceparent ?? continueTrace(parent);
    const response = ready.respond(standing, requestId);
    if (traceparent !== null) response.headers.set("traceparent", traceparent);
    const endedAt = performance.now();
    observer.note(ready.seriesOf(observer), requestId, (endedAt - startedAt) / 1000, endedAt);
    if (span !== null) {
      const { method, route, status } = ready;
      describeRequest(span, { method, route, status, requestId });
      span.end();
    }
    return response;
  };
  const refuse = (
    request: Request,
    standing: RateWindowState,
    startedAt: number,
  ): Response | null => {
    const refusal = refusals.of(request, standing.policy);
    if (refusal === null) return null;
    rates.noteRefused(standing.policy);
    return send(refusal, request, standing, startedAt);
  };
  return (request: Request, peer: Peer, found: HeldAnswer | null): Response | null => {
    const startedAt = performance.now();
    const credentials = rates.credentialsOf(request);
    const isAddressed = credentials === null || found === null || writers.isAny;
    const address = isAddressed ? clientAddress(request, peer, trustedProxyHops) : "";
    if (found === null || writers.has(address)) {
      const spent = rates.spentAtOnce(credentials, address, startedAt);
      return spent === null ? null : refuse(request, spent, startedAt);
    }
    const counted = found.isLimited ? rates.countAtOnce(credentials, address, startedAt) : null;
    if (counted === null && found.isLimited) return null;
    if (counted?.isAllowed === false) return refuse(request, counted, startedAt);
    held.countHit();
    countVisit(request, found);
    return send(found, request, counted, startedAt);
  };
}
