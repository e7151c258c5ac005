/** Events and their signed delivery: at least once, with back-off until a 2xx. */
import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import { dayMs } from "../../../platform/time.ts";
import type { Fault, FaultKind } from "../faults.ts";
import { newId } from "../http/ids.ts";
import type { Store } from "../store.ts";
import {
  type Delivery,
  type DeliveryState,
  type NewDelivery,
  openQueue,
  type Queue,
  type Sent,
} from "./delivery-queue.ts";

const TIMEOUT_MS = 10_000;
const BACKOFF_MS_FIRST = 200;
const BACKOFF_MS_MAX = 5000;
/** Stripe also gives up after three days. */
const GIVE_UP_MS = 3 * dayMs;

export type Endpoint = { id: string; url: string; secret: string; enabledEvents: string[] };
export type Emitted = { type: Stripe.Event.Type; object: { id: string; object: string } };
export type Webhooks = {
  /** Writes events and their deliveries inside the caller's transaction. */
  record(emitted: Emitted[], request: RequestOf, faults: ReadonlyMap<FaultKind, Fault>): number[];
  /** Attempts these deliveries now and waits for them; failures are retried later. */
  deliver(deliveries: number[]): Promise<void>;
  /** Makes the loop check for due deliveries. */
  wake(): void;
};
export type RequestOf = { id: string | null; idempotency_key: string | null };

/** `endpoints` is called for each event and attempt, because endpoints come and go. */
export function createWebhooks(
  store: Store,
  apiVersion: string,
  endpoints: () => Endpoint[],
): Webhooks {
  const queue = openQueue(store.database);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const busy = new Set<string>();

  const attempt = async (delivery: Delivery) => {
    const endpoint = endpoints().find(({ id }) => id === delivery.endpoint);
    const event = store.find("event", delivery.event);
    if (endpoint === undefined || event === undefined) return queue.drop(delivery);
    const sent = await send(endpoint, event);
    if (sent.isAccepted) {
      store.save({ ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) });
      return queue.finish(delivery, "delivered", sent);
    }
    const isOver = Date.now() - event.created * 1000 > GIVE_UP_MS;
    const backoff = Math.min(BACKOFF_MS_FIRST * 2 ** delivery.attempts, BACKOFF_MS_MAX);
    const dueAt = Date.now() + backoff;
    queue.finish(delivery, isOver ? "failed" : "pending", sent, dueAt);
    // Nobody listens there, so its other deliveries are postponed as well.
    if (sent.status === undefined) queue.postpone(delivery.endpoint, dueAt);
  };

  /** Sequential for each endpoint, so that first attempts keep the order of events. */
  const run = async (endpoint: string) => {
    busy.add(endpoint);
    for (;;) {
      const delivery = queue.nextDue(endpoint);
      if (delivery === null) break;
      await attempt(delivery);
    }
    busy.delete(endpoint);
    wake();
  };
  const wake = () => {
    clearTimeout(timer);
    const now = Date.now();
    const idle = queue.dueTimes().filter(({ endpoint }) => !busy.has(endpoint));
    for (const { endpoint, due } of idle) if (due <= now) void run(endpoint);
    const next = Math.min(...idle.flatMap(({ due }) => (due > now ? [due] : [])));
    if (Number.isFinite(next)) timer = setTimeout(wake, next - now);
  };

  return {
    record: (emitted, request, faults) =>
      record(store, queue, { apiVersion, endpoints: endpoints(), emitted, request, faults }),
    async deliver(deliveries) {
      for (const seq of deliveries) {
        const delivery = queue.find(seq);
        if (delivery !== null) await attempt(delivery);
      }
      wake();
    },
    wake,
  };
}

type Recording = {
  apiVersion: string;
  endpoints: Endpoint[];
  emitted: Emitted[];
  request: RequestOf;
  faults: ReadonlyMap<FaultKind, Fault>;
};

function record(store: Store, queue: Queue, recording: Recording): number[] {
  const { apiVersion, endpoints, emitted, request, faults } = recording;
  const rows: NewDelivery[] = [];
  for (const { type, object } of emitted) {
    const listening = endpoints.filter(
      ({ enabledEvents }) => enabledEvents.includes("*") || enabledEvents.includes(type),
    );
    const event = {
      id: newId("evt"),
      object: "event",
      api_version: apiVersion,
      created: Math.floor(Date.now() / 1000),
      data: { object },
      livemode: false,
      pending_webhooks: listening.length,
      request,
      type,
    } as unknown as Stripe.Event;
    store.save(event);
    rows.push(...listening.map(({ id, url }) => ({ event: event.id, type, endpoint: id, url })));
  }
  if (faults.has("webhooks_reversed")) rows.reverse();
  const copies = faults.has("webhook_twice") ? rows.flatMap((row) => [row, row]) : rows;
  const dueAt = Date.now() + (faults.get("webhook_late")?.delay_ms ?? 0);
  return copies.map((row) => queue.add(row, stateOf(faults), dueAt));
}

/** The loop must not pick up what is sent before the response. */
function stateOf(faults: ReadonlyMap<FaultKind, Fault>): DeliveryState {
  if (faults.has("webhook_dropped")) return "dropped";
  return faults.has("webhook_before_answer") ? "sending" : "pending";
}

async function send(
  endpoint: Endpoint,
  event: Stripe.Event,
): Promise<Sent & { isAccepted: boolean }> {
  const payload = JSON.stringify(event, null, 2);
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      body: payload,
      // Stripe follows no redirects: a 3xx is a failure.
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
function signature(payload: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac("sha256", secret).update(`${time}.${payload}`).digest("hex");
  return `t=${time},v1=${digest}`;
}
