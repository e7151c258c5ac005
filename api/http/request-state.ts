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
  const given = request.headers.get("x-request-id");
  const state: RequestState = {
    requestId: given !== null && mayBeLogged(given) ? given : v7(),
    isHead: request.method === "HEAD",
    url: new URL(request.url),
    traceparent: continueTrace(request.headers.get("traceparent")),
    address,
    route: "unmatched",
    failure: null,
  };
  states.set(request, state);
  return state;
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

function continueTrace(given: string | null): string {
  const random = randomBytes(24).toString("hex");
  const span = random.slice(32);
  const match = given === null ? null : traceparentPattern.exec(given);
  if (match === null) return `00-${random.slice(0, 32)}-${span}-00`;
  return `00-${match[1]}-${span}-${match[2]}`;
}
