/** Suspends and restores a listing that the caller has locked. */
import type { Database } from "../../../db/client.ts";
import type { AgentRow } from "../../../db/queries/agents/agents.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import {
  type ListingChange,
  type ListingRow,
  notSuspended,
  updateListing,
} from "../../../db/queries/listings/listings.ts";
import { enqueueMatchingAgain } from "../../../db/queries/saved-searches/matching.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";

/** Suspends the listing itself, whatever else suspends it. */
export async function suspendLocked(
  tx: Database,
  admin: AdminActor,
  { listing, reason }: { listing: Pick<ListingRow, "id">; reason: string },
  now: Date,
): Promise<void> {
  await updateListing(tx, listing.id, {
    status: "suspended",
    suspendedAt: now,
    suspendedReason: reason,
    suspendedBy: "listing",
    updatedAt: now,
  });
  const detail = { suspended_by: "listing", reason };
  const subject = { subjectKind: "listing", subjectId: listing.id } as const;
  await writeAudit(tx, { actor: admin, action: "listing.suspended", ...subject, detail }, now);
}

/** Restores the listing to sale, or to its agent's suspension. The caller also holds the agent. */
export async function restoreLocked(
  tx: Database,
  admin: AdminActor,
  { listing, agent }: { listing: Pick<ListingRow, "id">; agent: AgentRow },
  now: Date,
): Promise<void> {
  const change = afterwards(agent);
  await updateListing(tx, listing.id, { ...change, updatedAt: now });
  await enqueueMatchingAgain(tx, [listing.id], now);
  const detail = { suspended_by: change.suspendedBy ?? null };
  const subject = { subjectKind: "listing", subjectId: listing.id } as const;
  await writeAudit(tx, { actor: admin, action: "listing.restored", ...subject, detail }, now);
}

function afterwards(agent: AgentRow): ListingChange {
  if (agent.suspendedBy === null) return { status: "active", ...notSuspended };
  const { suspendedAt, suspendedBy, suspendedReason } = agent;
  return { status: "suspended", suspendedAt, suspendedBy, suspendedReason };
}
