/** The owner deletes a seller agent. */
import type { Database } from "../../db/client.ts";
import { type AgentRow, updateAgent } from "../../db/queries/agents/agents.ts";
import { readOpenBusiness } from "../../db/queries/agents/open-business.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { deleteDrafts } from "../../db/queries/listings/draft-deletion.ts";
import { withdrawListings } from "../../db/queries/listings/owner-listings.ts";
import { leaveConnection } from "../connection/leave-connection.ts";
import type { Context, OwnerActor } from "../context.ts";
import { emitEvent } from "../event/emit-event.ts";
import { AGENT_OPEN_MATTERS_SHOWN_MAX } from "../limits.ts";
import { emptiedDraft } from "../listing/emptied-draft.ts";
import { openBusinessRefusal } from "./open-business.ts";
import { lockOwnAgent } from "./own-agent.ts";

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
    await updateAgent(tx, agentId, {
      state: "revoked",
      revokedAt: agent.revokedAt ?? now,
      deletedAt: now,
    });
    await tell(tx, { owner, agent, gone, now });
    await leaveConnection(tx, owner, { of: { agentId }, now });
    return deleted;
  });
}

type Gone = { withdrawn: string[]; drafts: string[] };

async function endListings(tx: Database, agentId: string, now: Date): Promise<Gone> {
  const withdrawn = await withdrawListings(tx, agentId, now);
  const drafts = await deleteDrafts(tx, { agentId, emptied: emptiedDraft, at: now });
  return { withdrawn, drafts };
}

type Deletion = { owner: OwnerActor; agent: AgentRow; gone: Gone; now: Date };

async function tell(tx: Database, { owner, agent, gone, now }: Deletion): Promise<void> {
  const acts = [
    ...gone.withdrawn.map((id) => ({ action: "listing.withdrawn", id })),
    ...gone.drafts.map((id) => ({ action: "listing.deleted", id })),
  ];
  for (const { action, id } of acts) {
    const subject = { subjectKind: "listing", subjectId: id } as const;
    await writeAudit(tx, { actor: owner, action, ...subject }, now);
  }
  const counts = { withdrawn: gone.withdrawn.length, drafts_deleted: gone.drafts.length };
  const subject = { subjectKind: "agent", subjectId: agent.id } as const;
  await writeAudit(tx, { actor: owner, action: "agent.deleted", ...subject, detail: counts }, now);
  const data = { agent_id: agent.id, agent_name: agent.agentName, ...counts };
  const to = sellerPrincipals(agent.id, agent.accountId);
  await emitEvent(tx, { type: "agent.deleted", subjectId: agent.id, to, data }, now);
}
