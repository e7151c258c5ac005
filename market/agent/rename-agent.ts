import { renameAgentOnce, updateAgent } from "../../db/queries/agents/agents.ts";
import { announceSeller } from "../../db/queries/agents/logos.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { markAgentListingsUpdated } from "../../db/queries/listings/owner-listings.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { Precondition } from "../precondition.ts";
import { lockLivingAgent } from "./own-agent.ts";
import { readOwnAgent, wireOwnAgent } from "./own-agent-view.ts";
import { isHiddenName } from "./rules.ts";

/**
 * Renames the owner's agent. Buyers see the new name at once; token, listings and the registered name stay,
 * so a program that registers by that name still finds its agent. The same name changes nothing.
 * `agentPatch` has checked `agentName`.
 * Errors: agent_not_found, account_suspended, agent_suspended, precondition_failed, invalid_request (the
 * name is taken, or an administrator hid it).
 */
export async function renameAgent(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
  agentName: string,
  precondition?: Precondition,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const agent = await lockLivingAgent(tx, owner, agentId);
    precondition?.(wireOwnAgent(await readOwnAgent(tx, owner, agentId)));
    if (agent.suspendedReason !== null) {
      throw new MarketError("agent_suspended", `Suspended: ${agent.suspendedReason}`);
    }
    if (agent.agentName === agentName) return;
    if (isHiddenName(agent, agentName)) throw refused("An administrator hid it. Choose another.");
    // Before the rename: it changes a unique key, so a buyer who holds a listing would wait for it.
    await markAgentListingsUpdated(tx, agentId, now);
    if ((await renameAgentOnce(tx, agent, agentName)) === null) throw refused(taken);
    const hiddenParts = agent.hiddenParts.filter((part) => part !== "name");
    await updateAgent(tx, agentId, { hiddenParts });
    await announceSeller(tx, agentId);
    const subject = { subjectKind: "agent", subjectId: agentId } as const;
    const detail = { from: agent.agentName, to: agentName };
    await writeAudit(tx, { actor: owner, action: "agent.renamed", ...subject, detail }, now);
  });
}

const taken = "Another agent of this owner has this name, or had it. Choose another.";

function refused(detail: string): MarketError {
  const faults = [{ pointer: "/agent_name", code: "taken", detail }];
  return new MarketError("invalid_request", detail, { faults });
}
