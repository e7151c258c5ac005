import { findOwnListing } from "../../db/queries/listings/listings.ts";
import type { AgentActor, Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewListing } from "./listing-view.ts";
import { isJobRunning } from "./rules.ts";
import type { ListingView } from "./schemas.ts";

/**
 * One of the agent's own listings, and whether a sample job of it is still owed.
 * Errors: listing_not_found, another agent's included.
 */
export async function getListing(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<{ view: ListingView; isWaitedFor: boolean }> {
  const row = await findOwnListing(ctx.db, { listingId, agentId: agent.agentId });
  if (row === null) throw new MarketError("listing_not_found", "No listing of yours has this id.");
  const files = [row.upload, row.next];
  return {
    view: viewListing(ctx, row),
    isWaitedFor: files.some((upload) => isJobRunning(upload?.state ?? null)),
  };
}
