/**
 * Idempotency keys as Stripe documents them: status and body of the first execution are replayed
 * for 24 hours, including 402 and 500; refusals of the parameters themselves are not stored.
 */
import { createHash } from "node:crypto";
import { daySeconds } from "../../../platform/time.ts";
import type { Store } from "../store.ts";
import { InvalidParameters, StripeFailure } from "./failure.ts";

const KEPT_SECONDS = daySeconds;
const KEY_LENGTH_MAX = 255;

export type Answered = { status: number; body: object };
export type KeyedRequest = { key: string; path: string; paramsHash: string };

export type Idempotency = {
  /** Undefined if the key is new. Throws if it was used for another request. */
  replay(request: KeyedRequest, now: number): (Answered & { requestId: string }) | undefined;
  keep(request: KeyedRequest, now: number, answered: Answered, requestId: string): void;
  /** Throws Stripe's 409 if a request with this key is still running; returns its release. */
  lock(key: string): () => void;
};

/** The hash that distinguishes a repetition from another request. */
export function hashParams(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}

/** The header's value; undefined without one. */
export function readKey(header: string | undefined): string | undefined {
  if (header === undefined || header === "") return undefined;
  if (header.length <= KEY_LENGTH_MAX) return header;
  throw new InvalidParameters(400, {
    type: "invalid_request_error",
    message: `Idempotency keys must be at most ${KEY_LENGTH_MAX} characters long.`,
  });
}

export function createIdempotency({ database }: Store): Idempotency {
  const running = new Set<string>();
  const expired = Math.floor(Date.now() / 1000) - KEPT_SECONDS;
  database.query("DELETE FROM idempotency WHERE created <= ?").run(expired);
  return {
    replay({ key, path, paramsHash }, now) {
      const row = database
        .query<
          { path: string; params_hash: string; status: number; body: string; request_id: string },
          [string, number]
        >("SELECT * FROM idempotency WHERE key = ? AND created > ?")
        .get(key, now - KEPT_SECONDS);
      if (row === null) return undefined;
      const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
      if (row.path !== path) {
        throw misuse(
          "Keys for idempotent requests can only be used for the same endpoint they were first " +
            `used for ('${path}' vs '${row.path}'). ${advice}`,
        );
      }
      if (row.params_hash !== paramsHash) {
        throw misuse(
          "Keys for idempotent requests can only be used with the same parameters they were " +
            `first used with. ${advice}`,
        );
      }
      return { status: row.status, body: JSON.parse(row.body), requestId: row.request_id };
    },
    keep({ key, path, paramsHash }, now, { status, body }, requestId) {
      database
        .query(
          `INSERT OR REPLACE INTO idempotency
           (key, path, params_hash, created, status, body, request_id) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(key, path, paramsHash, now, status, JSON.stringify(body), requestId);
    },
    lock(key) {
      if (running.has(key)) throw inUse(key);
      running.add(key);
      return () => running.delete(key);
    },
  };
}

function misuse(message: string): StripeFailure {
  return new InvalidParameters(400, { type: "idempotency_error", message });
}

function inUse(key: string): StripeFailure {
  const message =
    "There is currently another in-progress request using this Idempotent Key (that probably " +
    "means you submitted twice, and the other request is still going through): " +
    `${key}. Please try again in a moment.`;
  const error = { type: "idempotency_error", code: "idempotency_key_in_use", message } as const;
  return new StripeFailure(409, error, { "stripe-should-retry": "true" });
}
