import { lockAgentAndAccount, suspendListings } from "../../db/queries/accounts/suspensions.ts";
import { updateAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { agentSuspension } from "./rules.ts";
import type { SuspendBody, SuspensionResult } from "./schemas.ts";

/**
 * Suspends a seller agent: `/listings/*` answers 403 agent_suspended, and its active listings are suspended
 * with it. Listings suspended themselves stay so, whatever happens to the agent.
 * Errors: agent_not_found.
 */
export async function suspendAgent(
  ctx: Context,
  admin: AdminActor,
  agentId: string,
  { reason }: SuspendBody,
): Promise<SuspensionResult> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const found = await lockAgentAndAccount(tx, agentId);
    if (found === null) throw new MarketError("agent_not_found", "No agent has this id.");
    if (agentSuspension(found.agent) !== "apply") return { changed: false, agents: 0, listings: 0 };
    const suspension = {
      suspendedAt: now,
      suspendedReason: reason,
      suspendedBy: "agent",
    } as const;
    await updateAgent(tx, agentId, suspension);
    const takenFrom = "account";
    const listings = await suspendListings(tx, { agentId }, { suspension, takenFrom });
    const subject = { subjectKind: "agent", subjectId: agentId } as const;
    const detail = { reason, listings };
    await writeAudit(tx, { actor: admin, action: "agent.suspended", ...subject, detail }, now);
    return { changed: true, agents: 1, listings };
  });
}
