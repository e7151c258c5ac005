/** An answer that lacks only each call's own fields. */
import type { Policy } from "../limits/policies.ts";
import { policyField, standingField } from "../limits/rate-limit-fields.ts";
import type { RateWindowState } from "../limits/shared-windows.ts";
import type { CallSeries, Observer } from "../observe.ts";

/** The route's name in logs and metrics, and whether a limit counts the call. */
export type HeldFacts = { route: string; isLimited: boolean };

/**
 * Bun 1.4 sends an answer above 16 KiB, headers included, with one write for each header if it is
 * sent later than its request was read (oven-sh/bun#41341); this takes half a millisecond.
 */
const SMALL_BODY_BYTES_MAX = 12 * 1024;

export class HeldAnswer {
  readonly method: string = "GET";
  readonly status: number;
  readonly route: string;
  readonly isLimited: boolean;
  /** Whether it can be sent later than its request was read at no cost. */
  readonly isSmall: boolean;
  readonly #body: Blob | null;
  readonly #headers: Headers;
  /** By the limit that counts the call. Each answer gets a copy with the latest fields. */
  readonly #ready: { policy: Policy | null; init: { status: number; headers: Headers } }[] = [];
  #series: CallSeries | null = null;

  constructor(status: number, body: Blob | null, headers: Headers, facts: HeldFacts) {
    this.status = status;
    this.route = facts.route;
    this.isLimited = facts.isLimited;
    this.isSmall = (body?.size ?? 0) <= SMALL_BODY_BYTES_MAX;
    this.#body = body;
    this.#headers = headers;
  }

  /** Adds one call's fields; `standing`: set if a limit counts it. */
  respond(standing: RateWindowState | null, requestId: string): Response {
    const init = this.#initFor(standing?.policy ?? null);
    const { headers } = init;
    if (standing !== null) headers.set("ratelimit", standingField(standing));
    headers.set("x-request-id", requestId);
    return new Response(this.#body, init);
  }

  seriesOf(observer: Observer): CallSeries {
    this.#series ??= observer.seriesOf(this.method, this.route, this.status);
    return this.#series;
  }

  /** The 304 for a client that has the answer under this tag. */
  unchanged(etag: string): HeldAnswer {
    const headers = new Headers(this.#headers);
    headers.set("etag", etag);
    // The tag names the coding, and an empty body has no type.
    headers.delete("content-encoding");
    headers.delete("content-type");
    return new HeldAnswer(304, null, headers, this);
  }

  #initFor(policy: Policy | null) {
    for (const ready of this.#ready) if (ready.policy === policy) return ready.init;
    const headers = new Headers(this.#headers);
    if (policy !== null) headers.set("ratelimit-policy", policyField(policy));
    const init = { status: this.status, headers };
    this.#ready.push({ policy, init });
    return init;
  }
}
