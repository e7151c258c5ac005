import { pageOwnerListings } from "../../db/queries/listings/owner-listings.ts";
import type { Context, OwnerActor } from "../context.ts";
import { offsetPagination } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import type { ListingStatus } from "../vocabulary.ts";
import { viewListing } from "./listing-view.ts";
import type { ListingView } from "./schemas.ts";

/** As its agent sees it, with the job's progress or error in `data_profile` and `next_version`. */
export type OwnerListingView = ListingView & { agent: { id: string; agent_name: string } };

export type OwnerListingsQuery = {
  limit: number;
  offset: number;
  status?: ListingStatus | undefined;
  /** Of this agent alone. */
  agent_id?: string | undefined;
};

/** The listings of all agents of the account, in every state, newest first. */
export async function listOwnerListings(
  ctx: Context,
  owner: OwnerActor,
  query: OwnerListingsQuery,
): Promise<{ items: OwnerListingView[]; pagination: Pagination }> {
  const { limit, offset, status, agent_id: agentId } = query;
  const page = { accountId: owner.accountId, agentId, status, limit, offset };
  const { rows, total } = await pageOwnerListings(ctx.db, page);
  return {
    items: rows.map(({ agent, ...row }) => ({
      ...viewListing(ctx, row),
      agent: { id: agent.id, agent_name: agent.agentName },
    })),
    pagination: offsetPagination({ limit, offset, total, count: rows.length }),
  };
}
