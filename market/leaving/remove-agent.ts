/** Removes an agent permanently: ends its listings and keeps its row for sales and audit rows. */
import type { Database } from "../../db/client.ts";
import { type AgentRow, updateAgent } from "../../db/queries/agents/agents.ts";
import { endBundlesOf } from "../../db/queries/bundles/bundles.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import { writeAudit, writeAudits } from "../../db/queries/journal/journal.ts";
import { deleteDrafts } from "../../db/queries/listings/draft-deletion.ts";
import { withdrawListings } from "../../db/queries/listings/owner-listings.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { emitEvent } from "../event/emit-event.ts";
import { emptiedDraft } from "../listing/emptied-draft.ts";

/** The ids of a locked agent's ended listings. */
type Gone = { withdrawn: string[]; drafts: string[] };

/** Withdraws a locked agent's listings, except auctions with bids, and deletes its drafts. */
export async function endListings(tx: Database, agentId: string, now: Date): Promise<Gone> {
  const withdrawn = await withdrawListings(tx, agentId, now);
  const drafts = await deleteDrafts(tx, { agentId, emptied: emptiedDraft, at: now });
  return { withdrawn, drafts };
}

type Removal = { owner: OwnerActor; agent: AgentRow; gone: Gone; now: Date };

/** Removes an agent without open business with its bundles, and emits the event. */
export async function removeAgent(
  tx: Database,
  { owner, agent, gone, now }: Removal,
): Promise<void> {
  const { id, revokedAt } = agent;
  await endBundlesOf(tx, id, now);
  await updateAgent(tx, id, {
    state: "revoked",
    revokedAt: revokedAt ?? now,
    deletedAt: now,
    logoId: null,
    hiddenParts: [],
    hiddenName: null,
  });
  const acts = [
    ...gone.withdrawn.map((listingId) => ({ action: "listing.withdrawn", listingId })),
    ...gone.drafts.map((listingId) => ({ action: "listing.deleted", listingId })),
  ];
  const entries = acts.map(({ action, listingId }) => {
    const subject = { subjectKind: "listing", subjectId: listingId } as const;
    return { actor: owner, action, ...subject };
  });
  await writeAudits(tx, entries, now);
  const counts = { withdrawn: gone.withdrawn.length, drafts_deleted: gone.drafts.length };
  const subject = { subjectKind: "agent", subjectId: id } as const;
  await writeAudit(tx, { actor: owner, action: "agent.deleted", ...subject, detail: counts }, now);
  const data = { agent_id: id, agent_name: agent.agentName, ...counts };
  const to = sellerPrincipals(id, agent.accountId);
  await emitEvent(tx, { type: "agent.deleted", subjectId: id, to, data }, now);
}
