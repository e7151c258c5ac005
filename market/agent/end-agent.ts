/** The end of an agent that its owner revokes, by itself or with the connection that it belongs to. */
import type { Database } from "../../db/client.ts";
import { type AgentRow, updateAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { touchListings, withdrawListings } from "../../db/queries/listings/owner-listings.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";

/**
 * A locked agent that is verified, or was revoked before. Its listings stay on sale unless they are
 * withdrawn as well; returns how many were.
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
  // Public answers say whether the seller is verified, and are held until the listing changes.
  if (isNews) await touchListings(tx, agentId, now);
  if (isNews || withdrawn > 0) {
    const subject = { subjectKind: "agent", subjectId: agentId } as const;
    const detail = { withdrawn };
    await writeAudit(tx, { actor: owner, action: "agent.revoked", ...subject, detail }, now);
  }
  return withdrawn;
}
