/** Revokes an agent, with or without its connection. */
import type { Database } from "../../db/client.ts";
import { type AgentRow, updateAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  markAgentListingsUpdated,
  withdrawListings,
} from "../../db/queries/listings/owner-listings.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";

/**
 * The agent is locked, and verified or already revoked. Its listings stay on sale unless they are to be
 * withdrawn; returns how many were withdrawn.
 */
export async function endAgent(
  tx: Database,
  owner: OwnerActor,
  { agent, withdrawsListings, now }: { agent: AgentRow; withdrawsListings: boolean; now: Date },
): Promise<number> {
  const { id: agentId } = agent;
  const isNews = agent.state !== "revoked";
  if (isNews) await updateAgent(tx, agentId, { state: "revoked", revokedAt: now });
  const listingIds = withdrawsListings ? await withdrawListings(tx, agentId, now) : [];
  const withdrawn = listingIds.length;
  // Public answers show whether the seller is verified, and are cached until the listing changes.
  if (isNews) await markAgentListingsUpdated(tx, agentId, now);
  if (isNews || withdrawn > 0) {
    const subject = { subjectKind: "agent", subjectId: agentId } as const;
    const detail = { withdrawn };
    await writeAudit(tx, { actor: owner, action: "agent.revoked", ...subject, detail }, now);
  }
  return withdrawn;
}
