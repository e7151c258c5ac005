/** An administrator ends the suspension of a listing. */
import type { Database } from "../../db/client.ts";
import { findListingAgentId, lockListing } from "../../db/queries/accounts/suspensions.ts";
import { type AgentRow, holdAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  type ListingChange,
  type ListingRow,
  notSuspended,
  updateListing,
} from "../../db/queries/listings/listings.ts";
import { oweMatchingAgain } from "../../db/queries/saved-searches/matching.ts";
import type { AdminActor, Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type ListingDecision, listingRestoration } from "./rules.ts";
import type { SuspensionResult } from "./schemas.ts";

/**
 * Puts a listing on sale again that was suspended for itself or by its file. While its agent is
 * suspended it goes over to that suspension, and comes back with the agent.
 * Errors: listing_not_found, listing_not_active (a draft, or withdrawn), agent_suspended and
 * account_suspended (what holds it has to be restored instead).
 */
export async function restoreListing(
  ctx: Context,
  admin: AdminActor,
  listingId: string,
): Promise<SuspensionResult> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { listing, agent } = await lockWithAgent(tx, listingId);
    const decision = listingRestoration(listing);
    if (decision === "repeat") return { changed: false, agents: 0, listings: 0 };
    if (decision !== "apply") throw refusal(decision, listing);
    const change = afterwards(agent);
    await updateListing(tx, listingId, { ...change, updatedAt: now });
    await oweMatchingAgain(tx, [listingId], now);
    const detail = { suspended_by: change.suspendedBy ?? null };
    const subject = { subjectKind: "listing", subjectId: listingId } as const;
    await writeAudit(tx, { actor: admin, action: "listing.restored", ...subject, detail }, now);
    return { changed: true, agents: 0, listings: 1 };
  });
}

/** The agent first: nobody suspends or restores it until this commits. */
async function lockWithAgent(
  tx: Database,
  listingId: string,
): Promise<{ listing: ListingRow; agent: AgentRow }> {
  const agentId = await findListingAgentId(tx, listingId);
  const agent = agentId === null ? null : await holdAgent(tx, agentId);
  const listing = agent === null ? null : await lockListing(tx, listingId);
  if (agent !== null && listing !== null) return { agent, listing };
  throw new MarketError("listing_not_found", "No listing has this id.");
}

function afterwards(agent: AgentRow): ListingChange {
  if (agent.suspendedBy === null) return { status: "active", ...notSuspended };
  const { suspendedAt, suspendedBy, suspendedReason } = agent;
  return { status: "suspended", suspendedAt, suspendedBy, suspendedReason };
}

function refusal(decision: ListingDecision, { status }: ListingRow): MarketError {
  if (decision === "agent_holds") {
    return new MarketError("agent_suspended", "It went with its agent: restore that.");
  }
  if (decision === "account_holds") {
    return new MarketError("account_suspended", "It went with its owner's account: restore that.");
  }
  return new MarketError("listing_not_active", `The listing is ${status}, not suspended.`);
}
