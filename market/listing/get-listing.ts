import { findOwnListing } from "../../db/queries/listings.ts";
import type { AgentActor, Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewListing } from "./listing-view.ts";
import type { ListingView } from "./schemas.ts";

/** One of the agent's own listings; another agent's is listing_not_found. */
export async function getListing(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<ListingView> {
  const row = await findOwnListing(ctx.db, { listingId, agentId: agent.agentId });
  if (row === null) throw new MarketError("listing_not_found", "No listing of yours has this id.");
  return viewListing(ctx.config, row);
}
