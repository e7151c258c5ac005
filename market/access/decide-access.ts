import { type AccessOf, findAccess, lockAccess } from "../../db/queries/access/access.ts";
import type { AgentActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { viewAccess } from "./access-view.ts";
import { recordDecision } from "./record-decision.ts";
import { decide } from "./rules.ts";
import type { AccessView, DecisionBody } from "./schemas.ts";

/**
 * By the listing's agent or its owner. A withdrawal waits for an order that is being written, and
 * stops later ones. Errors: access_request_not_found, access_request_decided, invalid_request.
 */
export async function decideAccess(
  ctx: Context,
  actor: AgentActor | OwnerActor,
  id: string,
  { decision, reason }: DecisionBody,
): Promise<AccessView> {
  const of: AccessOf =
    actor.kind === "agent"
      ? { side: "seller", agentId: actor.agentId }
      : { side: "agents", accountId: actor.accountId };
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const request = await lockAccess(tx, of, id);
    if (request === null) {
      throw new MarketError("access_request_not_found", "You have no request with this id.");
    }
    const state = decide(request.state, decision, reason);
    if (typeof state === "object") throwRefusals([state]);
    else if (state !== "repeat") {
      await recordDecision(tx, request, { actor, state, reason: reason ?? null, now });
    }
    const found = await findAccess(tx, id);
    if (found === null) throw new Error(`access request ${id} is gone`);
    return viewAccess(found, "seller");
  });
}
