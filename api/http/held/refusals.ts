/** Refusals of who has made too many calls: of each address and limit one, to be repeated. */
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
/** What stands at a longer address is refused the long way. */
const URL_CHARS_MAX = 1024;

/** `dress` gives headers what every answer at a path carries. */
type RefusalOptions = { baseUrl: string; dress: (headers: Headers, pathname: string) => void };

/** An address at which calls are refused; by method and limit. */
type Place = { pathname: string; instance: string; refusals: Map<string, Refusal> };

export class Refusals {
  readonly #parts: RefusalOptions;
  readonly #places = new LRUCache<string, Place>({ max: placesMax });

  constructor(parts: RefusalOptions) {
    this.#parts = parts;
  }

  /** Whether calls of this address were refused lately: those to come are likely to be, too. */
  mayAnswer({ url }: Request): boolean {
    return this.#places.has(url);
  }

  /** Null: where this limit does not say what is answered, or a page is. */
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

/** Of one address, method and limit. What is said changes each second, and by the call's id. */
export class Refusal {
  readonly method: string;
  readonly status: number;
  readonly route = unmatchedRoute;
  readonly #document: ProblemDocument;
  readonly #init: { status: number; headers: Headers };
  /** The document before its call's id, and behind it. */
  #body: [before: string, behind: string];
  #series: CallSeries | null = null;

  constructor(method: string, document: ProblemDocument, headers: Headers) {
    this.method = method;
    this.status = document.status;
    this.#document = document;
    this.#body = aroundId(document);
    this.#init = { status: document.status, headers };
  }

  /** With the fields of one call, of which each answer gets a copy. `requestId`: as JSON takes it. */
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

  /** Nothing is left to who is refused: only the seconds differ. */
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

/** Within a text of the document its quotes are escaped, so that the empty id stands there once. */
function aroundId(document: ProblemDocument): [before: string, behind: string] {
  const [before = "", behind = ""] = JSON.stringify(document).split('"request_id":""');
  return [`${before}"request_id":"`, `"${behind}`];
}
