/** Events, and their signed delivery: at least once, again with back-off until a 2xx. */
import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import type { Fault, FaultKind } from "./faults.ts";
import { newId } from "./ids.ts";
import type { Store } from "./store.ts";

const TIMEOUT_MS = 10_000;
const BACKOFF_MS_FIRST = 200;
const BACKOFF_MS_MAX = 30_000;
/** Stripe gives up after three days, too. */
const GIVE_UP_MS = 3 * 86_400_000;

export type Endpoint = { id: string; url: string; secret: string; enabledEvents: string[] };
export type Emitted = { type: Stripe.Event.Type; object: { id: string; object: string } };
type Delivery = { seq: number; event: string; endpoint: string; url: string; attempts: number };

export type Webhooks = {
  /** Writes events and their deliveries, inside of the caller's transaction. */
  record(emitted: Emitted[], request: RequestOf, faults: ReadonlyMap<FaultKind, Fault>): number[];
  /** Tries these deliveries now and waits for them; what fails is tried again later. */
  deliver(deliveries: number[]): Promise<void>;
  /** Tells the loop that something may be due. */
  wake(): void;
  stop(): void;
};
export type RequestOf = { id: string | null; idempotency_key: string | null };

/** `endpoints` is asked anew for each event and attempt, since they come and go. */
export function createWebhooks(
  store: Store,
  apiVersion: string,
  endpoints: () => Endpoint[],
): Webhooks {
  const { database } = store;
  // What a killed process was sending is sent again: at least once.
  database.run("UPDATE deliveries SET state = 'pending' WHERE state = 'sending'");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const busy = new Set<string>();

  const attempt = async (delivery: Delivery) => {
    const endpoint = endpoints().find(({ id }) => id === delivery.endpoint);
    const event = store.find("event", delivery.event);
    if (endpoint === undefined || event === undefined) return finish(delivery, "dropped");
    const result = await send(endpoint, event);
    if (result.isAccepted) {
      store.save({ ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) });
      return finish(delivery, "delivered", result);
    }
    const attempts = delivery.attempts + 1;
    const isOver = Date.now() - event.created * 1000 > GIVE_UP_MS;
    const backoff = Math.min(BACKOFF_MS_FIRST * 2 ** (attempts - 1), BACKOFF_MS_MAX);
    finish(delivery, isOver ? "failed" : "pending", result, Date.now() + backoff);
  };
  const finish = (delivery: Delivery, state: string, result?: Sent, dueAt = 0) => {
    database
      .query(
        `UPDATE deliveries SET state = ?, attempts = attempts + ?, last_status = ?, last_error = ?,
         due_at = ?, delivered_at = ? WHERE seq = ?`,
      )
      .run(
        state,
        result === undefined ? 0 : 1,
        result?.status ?? null,
        result?.error ?? null,
        dueAt,
        state === "delivered" ? Date.now() : null,
        delivery.seq,
      );
  };

  /** One after the other for each endpoint, so that first attempts keep the order of events. */
  const run = async (endpoint: string) => {
    busy.add(endpoint);
    for (;;) {
      const delivery = nextDue(endpoint);
      if (delivery === null) break;
      await attempt(delivery);
    }
    busy.delete(endpoint);
    wake();
  };
  const nextDue = (endpoint: string) =>
    database
      .query<Delivery, [string, number]>(
        `SELECT seq, event, endpoint, url, attempts FROM deliveries
         WHERE state = 'pending' AND endpoint = ? AND due_at <= ? ORDER BY due_at, seq LIMIT 1`,
      )
      .get(endpoint, Date.now());
  const wake = () => {
    clearTimeout(timer);
    const rows = database
      .query<{ endpoint: string; due: number }, []>(
        "SELECT endpoint, min(due_at) AS due FROM deliveries WHERE state = 'pending' GROUP BY 1",
      )
      .all();
    const now = Date.now();
    const idle = rows.filter(({ endpoint }) => !busy.has(endpoint));
    for (const { endpoint, due } of idle) if (due <= now) void run(endpoint);
    const next = Math.min(...idle.flatMap(({ due }) => (due > now ? [due] : [])));
    if (Number.isFinite(next)) timer = setTimeout(wake, next - now);
  };

  return {
    record: (emitted, request, faults) =>
      record(store, { apiVersion, endpoints: endpoints(), emitted, request, faults }),
    async deliver(deliveries) {
      for (const seq of deliveries) {
        const delivery = database
          .query<Delivery, [number]>(
            "SELECT seq, event, endpoint, url, attempts FROM deliveries WHERE seq = ?",
          )
          .get(seq);
        if (delivery !== null) await attempt(delivery);
      }
      wake();
    },
    wake,
    stop: () => clearTimeout(timer),
  };
}

type Recording = {
  apiVersion: string;
  endpoints: Endpoint[];
  emitted: Emitted[];
  request: RequestOf;
  faults: ReadonlyMap<FaultKind, Fault>;
};

function record(store: Store, recording: Recording): number[] {
  const { apiVersion, endpoints, emitted, request, faults } = recording;
  const rows: { event: Stripe.Event; endpoint: Endpoint }[] = [];
  for (const { type, object } of emitted) {
    const listening = endpoints.filter(
      ({ enabledEvents }) => enabledEvents.includes("*") || enabledEvents.includes(type),
    );
    const event = {
      id: newId("evt"),
      object: "event",
      api_version: apiVersion,
      created: Math.floor(Date.now() / 1000),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: listening.length,
      request,
      type,
    } as unknown as Stripe.Event;
    store.save(event);
    rows.push(...listening.map((endpoint) => ({ event, endpoint })));
  }
  if (faults.has("webhooks_reversed")) rows.reverse();
  const copies = faults.has("webhook_twice") ? rows.flatMap((row) => [row, row]) : rows;
  const dueAt = Date.now() + (faults.get("webhook_late")?.delay_ms ?? 0);
  const insert = store.database.query<{ seq: number }, (string | number)[]>(
    `INSERT INTO deliveries (event, type, endpoint, url, due_at, attempts, state)
     VALUES (?, ?, ?, ?, ?, 0, ?) RETURNING seq`,
  );
  const state = faults.has("webhook_dropped")
    ? "dropped"
    : faults.has("webhook_before_answer")
      ? "sending"
      : "pending";
  return copies.flatMap(({ event, endpoint }) => {
    const row = insert.get(event.id, event.type, endpoint.id, endpoint.url, dueAt, state);
    return row === null ? [] : [row.seq];
  });
}

type Sent = { isAccepted: boolean; status?: number; error?: string };

async function send(endpoint: Endpoint, event: Stripe.Event): Promise<Sent> {
  const payload = JSON.stringify(event, null, 2);
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      body: payload,
      // Stripe follows no redirect: a 3xx is a failure.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Stripe-Signature": signature(payload, endpoint.secret),
        "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
    });
    await response.body?.cancel();
    return { isAccepted: response.ok, status: response.status };
  } catch (error) {
    return { isAccepted: false, error: error instanceof Error ? error.message : String(error) };
  }
}

/** `t=…,v1=…`: the HMAC of time and payload (https://docs.stripe.com/webhooks#verify-manually). */
export function signature(payload: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac("sha256", secret).update(`${time}.${payload}`).digest("hex");
  return `t=${time},v1=${digest}`;
}
