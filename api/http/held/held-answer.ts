/** An answer of which all is ready but what is each call's own. */
import type { Policy } from "../limits/policies.ts";
import { policyField, standingField } from "../limits/rate-limit-fields.ts";
import type { RateWindowState } from "../limits/shared-windows.ts";
import type { CallSeries, Observer } from "../observe.ts";

/** What logs and metrics call it, and whether a limit counts the call. */
export type HeldFacts = { route: string; isLimited: boolean };

/**
 * What is larger than 16 KiB with its fields, and sent later than its request was read, leaves Bun 1.4 in
 * one write for each word of its header (oven-sh/bun#41341), which takes half a millisecond.
 */
const SMALL_BODY_BYTES_MAX = 12 * 1024;

export class HeldAnswer {
  readonly method: string = "GET";
  readonly status: number;
  readonly route: string;
  readonly isLimited: boolean;
  /** Whether it may be sent later than its request was read, at no cost. */
  readonly isSmall: boolean;
  readonly #body: Blob | null;
  readonly #headers: Headers;
  /** By the limit that counts the call. Each answer gets a copy, of the fields set last. */
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

  /** With the fields of one call; `standing`: where a limit counts it. */
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

  /** What tells a client that what it has under this tag is the same. */
  unchanged(etag: string): HeldAnswer {
    const headers = new Headers(this.#headers);
    headers.set("etag", etag);
    // The tag says in which coding, and what has no body has no type.
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
