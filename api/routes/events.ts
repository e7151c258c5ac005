import { Elysia } from "elysia";
import { arrivalKey } from "../../db/changes.ts";
import { holdsApiKey } from "../../market/account/rules.ts";
import { listEvents } from "../../market/event/list-events.ts";
import { type EventReader, principalOf } from "../../market/event/principal.ts";
import { eventsQuery } from "../../market/event/schemas.ts";
import type { Edge } from "../edge.ts";
import { bearerToken, requireAgent, requireOperator } from "../http/authenticate.ts";
import { json } from "../http/idempotency.ts";
import { waitForChange } from "../http/wait-for-change.ts";
import { eventOperations as operations } from "./events.operations.ts";

/** For everyone whom no webhook can reach. */
export const eventRoutes = (edge: Edge) =>
  new Elysia({ name: "events" })
    .derive(async ({ request }) => ({ reader: await requireReader(edge, request) }))
    .get(
      "/events",
      async ({ request, reader, query: { wait: seconds, ...query } }) => {
        const key = arrivalKey(principalOf(reader));
        const wait = { key, seconds, hungUp: request.signal };
        const read = () => listEvents(edge.ctx, reader, query);
        return json(200, await waitForChange(edge.arrivals, wait, read));
      },
      { query: eventsQuery, detail: operations.listEvents },
    );

/** An agent may read before its approval: it is told of it here. */
async function requireReader({ ctx, tokens }: Edge, request: Request): Promise<EventReader> {
  const token = bearerToken(request.headers);
  if (token !== null && holdsApiKey(token)) return requireOperator(ctx, request, "read");
  const agent = await requireAgent(ctx, tokens, request);
  return { kind: "agent", agentId: agent.id, verified: agent.state === "verified" };
}
