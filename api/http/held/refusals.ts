/** Caches refusals of callers above their rate limit, one for each address and limit. */
import { LRUCache } from "lru-cache";
import { type ProblemDocument, problemDocument } from "../../../market/problem/document.ts";
import { prefersPage } from "../../../platform/prefers-page.ts";
import { credentialInUrl, safePath } from "../credential-in-url.ts";
import { isExempt, isRegistration, type Policy } from "../limits/policies.ts";
import {
  policyField,
  refusalDetail,
  secondsLeft,
  standingField,
} from "../limits/rate-limit-fields.ts";
import type { RateWindowState } from "../limits/shared-windows.ts";
import type { CallSeries, Observer } from "../observe.ts";
import { problemResponse } from "../problem.ts";
import { unmatchedRoute } from "../request-state.ts";

const placesMax = 500;
/** Calls to longer addresses are refused without the cache. */
const URL_CHARS_MAX = 1024;

/** `dress` adds the headers that every answer at a path carries. */
type RefusalOptions = { baseUrl: string; dress: (headers: Headers, pathname: string) => void };

/** An address where calls were refused, with its refusals by method and limit. */
type Place = { pathname: string; instance: string; refusals: Map<string, Refusal> };

export class Refusals {
  readonly #parts: RefusalOptions;
  readonly #places = new LRUCache<string, Place>({ max: placesMax });

  constructor(parts: RefusalOptions) {
    this.#parts = parts;
  }

  /** Whether calls of this address were refused lately, so that more refusals are likely. */
  mayAnswer({ url }: Request): boolean {
    return this.#places.has(url);
  }

  /** Null if this limit does not determine the answer, or if the caller gets a page. */
  of({ method, url, headers }: Request, policy: Policy): Refusal | null {
    if (method === "OPTIONS" || prefersPage({ headers })) return null;
    const place = this.#places.get(url) ?? this.#read(url);
    if (place === null || isRegistration(method, place.pathname)) return null;
    const key = `${method} ${policy.name}`;
    const made = place.refusals.get(key) ?? this.#make(place, method, policy);
    place.refusals.set(key, made);
    return made;
  }

  #read(given: string): Place | null {
    if (given.length > URL_CHARS_MAX) return null;
    const url = new URL(given);
    const { pathname } = url;
    const isElsewhere = pathname.endsWith("/") || isExempt(pathname);
    if (isElsewhere || credentialInUrl(url) !== null) return null;
    const place = { pathname, instance: safePath(url), refusals: new Map() };
    this.#places.set(given, place);
    return place;
  }

  #make({ pathname, instance }: Place, method: string, policy: Policy): Refusal {
    const { baseUrl, dress } = this.#parts;
    const document = problemDocument(baseUrl, {
      code: "rate_limited",
      detail: refusalDetail(policy),
      instance,
      requestId: "",
      retryAfterSeconds: 0,
    });
    const { headers } = problemResponse(document);
    dress(headers, pathname);
    headers.set("ratelimit-policy", policyField(policy));
    return new Refusal(method, document, headers);
  }
}

/** One address, method and limit. Only the seconds left and the call's id change. */
export class Refusal {
  readonly method: string;
  readonly status: number;
  readonly route = unmatchedRoute;
  readonly #document: ProblemDocument;
  readonly #init: { status: number; headers: Headers };
  /** The document's text before and after the call's id. */
  #body: [before: string, behind: string];
  #series: CallSeries | null = null;

  constructor(method: string, document: ProblemDocument, headers: Headers) {
    this.method = method;
    this.status = document.status;
    this.#document = document;
    this.#body = aroundId(document);
    this.#init = { status: document.status, headers };
  }

  /** Adds one call's fields; each answer gets a copy. `requestId`: must be safe in JSON. */
  respond(standing: RateWindowState | null, requestId: string): Response {
    if (standing !== null) this.#tell(standing);
    const [before, behind] = this.#body;
    this.#init.headers.set("x-request-id", requestId);
    return new Response(`${before}${requestId}${behind}`, this.#init);
  }

  seriesOf(observer: Observer): CallSeries {
    this.#series ??= observer.seriesOf(this.method, this.route, this.status);
    return this.#series;
  }

  /** A refused caller has no calls left, so only the seconds change. */
  #tell(standing: RateWindowState): void {
    const seconds = secondsLeft(standing);
    if (seconds === this.#document.retry_after) return;
    this.#document.retry_after = seconds;
    const { headers } = this.#init;
    headers.set("retry-after", String(seconds));
    headers.set("ratelimit", standingField(standing));
    this.#body = aroundId(this.#document);
  }
}

/** Quotes inside the document's strings are escaped, so the empty id occurs only once. */
function aroundId(document: ProblemDocument): [before: string, behind: string] {
  const [before = "", behind = ""] = JSON.stringify(document).split('"request_id":""');
  return [`${before}"request_id":"`, `"${behind}`];
}
