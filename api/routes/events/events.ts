/** The route of the event feed, which may wait for news. */
import { Elysia } from "elysia";
import { arrivalKey } from "../../../db/changes.ts";
import { holdsCredential } from "../../../market/account/rules.ts";
import { MarketError } from "../../../market/errors.ts";
import { listEvents } from "../../../market/event/list-events.ts";
import { type EventReader, principalOf } from "../../../market/event/principal.ts";
import { eventsQuery } from "../../../market/event/schemas.ts";
import { EVENT_WAITS_PER_PRINCIPAL_MAX } from "../../../market/limits.ts";
import type { Edge } from "../../edge.ts";
import { bearerToken, requireAgent, requireOperatorOrAgent } from "../../http/authenticate.ts";
import { json } from "../../http/idempotency.ts";
import { waitForChange } from "../../http/wait-for-change.ts";
import { eventOperations as operations } from "./events.operations.ts";

/** For everyone whom no webhook can reach. */
export const eventRoutes = (edge: Edge) => {
  const waits = new Map<string, number>();
  return new Elysia({ name: "events" })
    .derive(async ({ request }) => ({ reader: await requireReader(edge, request) }))
    .get(
      "/events",
      async ({ request, reader, query: { wait: seconds, ...query } }) => {
        const key = arrivalKey(principalOf(reader));
        const wait = { key, seconds, hungUp: request.signal };
        if (seconds === 0) return json(200, (await listEvents(edge.ctx, reader, query)).view);
        const read = () => listEvents(edge.waiting, reader, query);
        const leave = enter(waits, key);
        try {
          return json(200, await waitForChange(edge.arrivals, wait, read));
        } finally {
          leave();
        }
      },
      { query: eventsQuery, detail: operations.listEvents },
    );
};

const fullRetrySeconds = 5;

/** Counts one more who waits for the key; returns the way to end that. Errors: rate_limited. */
function enter(waits: Map<string, number>, key: string): () => void {
  const before = waits.get(key) ?? 0;
  if (before >= EVENT_WAITS_PER_PRINCIPAL_MAX) {
    const detail = `${EVENT_WAITS_PER_PRINCIPAL_MAX} calls of yours wait for events already.`;
    throw new MarketError("rate_limited", detail, { retryAfterSeconds: fullRetrySeconds });
  }
  waits.set(key, before + 1);
  return () => {
    const left = (waits.get(key) ?? 1) - 1;
    if (left === 0) waits.delete(key);
    else waits.set(key, left);
  };
}

/** An agent may read before its approval: it is told of it here. */
async function requireReader({ ctx, tokens }: Edge, request: Request): Promise<EventReader> {
  const token = bearerToken(request.headers);
  if (token !== null && holdsCredential(token)) {
    return requireOperatorOrAgent(ctx, tokens, request, "read");
  }
  const agent = await requireAgent(ctx, tokens, request);
  return { kind: "agent", agentId: agent.id, verified: agent.state === "verified" };
}
