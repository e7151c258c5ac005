/** What the edge knows of a request beside the request itself; it lives as long as the request. */
import { randomBytes } from "node:crypto";
import { v7 } from "uuid";
import { holdsCredential } from "../../market/account/rules.ts";

export type RequestState = {
  requestId: string;
  /** A HEAD is answered by the route of the GET, which may spare itself the body. */
  isHead: boolean;
  /** Parsed once: it is asked for by nearly every step. */
  url: URL;
  /** W3C Trace Context: the caller's trace goes on with a span of ours. */
  traceparent: string;
  address: string;
  /** The pattern of the route, once one has matched: `/datasets/:id`. */
  route: string;
  /** What failed, where the answer is a 500: for the log alone. */
  failure: unknown;
};

const states = new WeakMap<Request, RequestState>();

const requestIdPattern = /^[\w.:-]{1,128}$/;
const traceparentPattern = /^00-([0-9a-f]{32})-[0-9a-f]{16}-(0[01])$/;

export function beginRequest(request: Request, address: string): RequestState {
  const state: RequestState = {
    requestId: requestIdOf(request),
    isHead: request.method === "HEAD",
    url: new URL(request.url),
    traceparent: traceOf(request),
    address,
    route: "unmatched",
    failure: null,
  };
  states.set(request, state);
  return state;
}

/** The caller's own, where it may be logged, or a new one. */
export function requestIdOf({ headers }: Request): string {
  const given = headers.get("x-request-id");
  return given !== null && mayBeLogged(given) ? given : v7();
}

/** A client that sends its key as the id of its request must not find it in our log. */
function mayBeLogged(requestId: string): boolean {
  return requestIdPattern.test(requestId) && !holdsCredential(requestId);
}

/** Lets a request that stands for another one share its state. */
export function adoptRequest(request: Request, state: RequestState): void {
  states.set(request, state);
}

export function requestState(request: Request): RequestState {
  return states.get(request) ?? beginRequest(request, "unknown");
}

/** The caller's trace with a span of ours, or a new trace (W3C Trace Context). */
export function traceOf({ headers }: Request): string {
  const given = headers.get("traceparent");
  const random = nextRandom();
  const span = random.slice(32);
  const match = given === null ? null : traceparentPattern.exec(given);
  if (match === null) return `00-${random.slice(0, 32)}-${span}-00`;
  return `00-${match[1]}-${span}-${match[2]}`;
}

/** A trace and a span, in bytes. They are no secrets: many are drawn at once, which is cheaper. */
const DRAWN_BYTES = 24;
let drawn = randomBytes(DRAWN_BYTES * 256);
let drawnUpTo = 0;

function nextRandom(): string {
  if (drawnUpTo === drawn.length) {
    drawn = randomBytes(drawn.length);
    drawnUpTo = 0;
  }
  drawnUpTo += DRAWN_BYTES;
  return drawn.toString("hex", drawnUpTo - DRAWN_BYTES, drawnUpTo);
}
