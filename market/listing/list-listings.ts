import { pageOwnListings } from "../../db/queries/listings/listings.ts";
import type { AgentActor, Context } from "../context.ts";
import { offsetPagination } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { viewListing } from "./listing-view.ts";
import type { ListingsQuery, ListingView } from "./schemas.ts";

/** The agent's own listings in every state, newest first. */
export async function listListings(
  ctx: Context,
  agent: AgentActor,
  query: ListingsQuery,
): Promise<{ items: ListingView[]; pagination: Pagination }> {
  const { limit, offset, status } = query;
  const { rows, total } = await pageOwnListings(ctx.db, {
    agentId: agent.agentId,
    status,
    limit,
    offset,
  });
  return {
    items: rows.map((row) => viewListing(ctx, row)),
    pagination: offsetPagination({ limit, offset, total, count: rows.length }),
  };
}
