import { arrivalKey, type Changes } from "../../db/changes.ts";
import { MarketError } from "../../market/errors.ts";
import { events } from "../../market/event/contract.ts";
import { EVENT_WAITS_PER_PRINCIPAL_MAX } from "../../market/event/limits.ts";
import { listEvents } from "../../market/event/list-events.ts";
import { type EventReader, principalOf } from "../../market/event/principal.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { json } from "../http/idempotency.ts";
import { waitForChange } from "../http/wait-for-change.ts";

/** For clients that webhooks cannot reach. */
export const eventRoutes = (edge: Edge) => {
  const wait = waiting(edge.arrivals);
  return bind(edge, events, {
    listEvents: {
      respond: async ({ request, actor, input: { query: asked } }) => {
        const { wait: seconds, ...query } = asked;
        if (seconds === 0) return json(200, (await listEvents(edge.ctx, actor, query)).view);
        const read = () => listEvents(edge.waiting, actor, query);
        return json(200, await wait(actor, { seconds, hungUp: request.signal }, read));
      },
    },
  });
};

type Page = Awaited<ReturnType<typeof listEvents>>;

/**
 * Waits for the reader's news. One reader has at most EVENT_WAITS_PER_PRINCIPAL_MAX waits at once.
 * Errors: rate_limited.
 */
function waiting(arrivals: Changes) {
  const waits = new Map<string, number>();
  return async (
    reader: EventReader,
    limits: { seconds: number; hungUp: AbortSignal },
    read: () => Promise<Page>,
  ): Promise<Page["view"]> => {
    const key = arrivalKey(principalOf(reader));
    const leave = enter(waits, key);
    try {
      return await waitForChange(arrivals, { key, ...limits }, read);
    } finally {
      leave();
    }
  };
}

const fullRetrySeconds = 5;

/** Counts one more wait for the key; returns the function that ends it. Errors: rate_limited. */
function enter(waits: Map<string, number>, key: string): () => void {
  const before = waits.get(key) ?? 0;
  if (before >= EVENT_WAITS_PER_PRINCIPAL_MAX) {
    const detail = `You already have ${EVENT_WAITS_PER_PRINCIPAL_MAX} calls waiting for events.`;
    throw new MarketError("rate_limited", detail, { retryAfterSeconds: fullRetrySeconds });
  }
  waits.set(key, before + 1);
  return () => {
    const left = (waits.get(key) ?? 1) - 1;
    if (left === 0) waits.delete(key);
    else waits.set(key, left);
  };
}
