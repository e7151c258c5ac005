/** The owner deletes a seller agent. */
import { readOpenBusiness } from "../../db/queries/agents/open-business.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { leaveConnection } from "../account/leave-connection.ts";
import { AGENT_OPEN_MATTERS_SHOWN_MAX } from "../agent/limits.ts";
import { openBusinessRefusal } from "../agent/open-business.ts";
import { lockOwnAgent } from "../agent/own-agent.ts";
import type { Context } from "../context.ts";
import { endListings, removeAgent } from "./remove-agent.ts";

/**
 * Ends an agent for good: its token is refused, its listings are withdrawn, its drafts deleted with
 * their files, and its owner's lists show it no more. What was sold stays sold and is paid out to the
 * owner. The row stays for sales and audit rows, and so does the name: nobody registers by it again.
 * Asked again it answers the same and writes nothing.
 * Errors: agent_not_found, account_suspended, agent_has_open_business (with what is open).
 */
export async function deleteAgent(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
): Promise<{ id: string; deleted: true }> {
  const now = ctx.now();
  const deleted = { id: agentId, deleted: true } as const;
  return ctx.db.transaction(async (tx) => {
    const agent = await lockOwnAgent(tx, owner, agentId);
    if (agent.deletedAt !== null) return deleted;
    const gone = await endListings(tx, agentId, now);
    // Buys and bids hold their listing: whatever came before the withdrawal is seen from here.
    const rows = await readOpenBusiness(tx, { agentId, rowsMax: AGENT_OPEN_MATTERS_SHOWN_MAX });
    const refusal = openBusinessRefusal(rows);
    if (refusal !== null) throw refusal;
    await removeAgent(tx, { owner, agent, gone, now });
    await leaveConnection(tx, owner, { of: { agentId }, now });
    return deleted;
  });
}
