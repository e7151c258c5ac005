import { readOpenBusiness } from "../../db/queries/agents/open-business.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { leaveConnection } from "../account/leave-connection.ts";
import { AGENT_OPEN_MATTERS_SHOWN_MAX } from "../agent/limits.ts";
import { openBusinessRefusal } from "../agent/open-business.ts";
import { lockOwnAgent } from "../agent/own-agent.ts";
import type { Context } from "../context.ts";
import { endListings, removeAgent } from "./remove-agent.ts";

/**
 * Deletes an agent permanently: its token is revoked, its listings are withdrawn, its drafts are
 * deleted with their files, and its owner's lists hide it. Sales remain valid and are paid out to
 * the owner. The row stays for sales and audit rows, so nobody can register the name again. A
 * repeat returns the same and changes nothing. Errors: agent_not_found, account_suspended,
 * agent_has_open_business (with the open matters).
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
    // Purchases and bids lock their listing, so all that precede the withdrawal are visible here.
    const rows = await readOpenBusiness(tx, { agentId, rowsMax: AGENT_OPEN_MATTERS_SHOWN_MAX });
    const refusal = openBusinessRefusal(rows);
    if (refusal !== null) throw refusal;
    await removeAgent(tx, { owner, agent, gone, now });
    await leaveConnection(tx, owner, { of: { agentId }, now });
    return deleted;
  });
}
