/** Sellers' reads of their own listings: an agent's own, or those of all the owner's agents. */

import {
  findOwnListing,
  type ListingWithUpload,
  pageOwnListings,
  type UploadRow,
} from "../../db/queries/listings/listings.ts";
import { pageOwnerListings } from "../../db/queries/listings/owner-listings.ts";
import { pageVersions } from "../../db/queries/listings/uploads.ts";
import type { AgentActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { ListingStatus } from "../../db/vocabulary/listing.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { idShape, numberShape } from "../list-cursor.ts";
import { offsetPagination, readPage } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { viewListing } from "./listing-view.ts";
import { isJobRunning } from "./rules.ts";
import type { ListingsQuery, ListingView, VersionsQuery, VersionView } from "./schemas.ts";

/**
 * One of the agent's listings, and whether a sample job is pending.
 * Errors: listing_not_found, also for another agent's.
 */
export async function getListing(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<{ view: ListingView; isWaitedFor: boolean }> {
  const row = await findOwnListing(ctx.db, { listingId, agentId: agent.agentId });
  if (row === null) throw new MarketError("listing_not_found", "You have no listing with this id.");
  const files = [row.upload, row.next];
  return {
    view: viewListing(ctx, row),
    isWaitedFor: files.some((upload) => isJobRunning(upload?.state ?? null)),
  };
}

/** The agent's own listings in every state, newest first. */
export async function listListings(
  ctx: Context,
  agent: AgentActor,
  query: ListingsQuery,
): Promise<{ items: ListingView[]; pagination: Pagination }> {
  const of = { agentId: agent.agentId, status: query.status };
  const list = {
    name: "own listings",
    shape: idShape,
    keyOf: ({ listing }: ListingWithUpload) => listing.id,
  };
  const { rows, pagination } = await readPage(query, list, (slice) =>
    pageOwnListings(ctx.db, { ...of, ...slice }),
  );
  return { items: rows.map((row) => viewListing(ctx, row)), pagination };
}

/**
 * Every file that was on sale under this listing, newest first.
 * Errors: listing_not_found, invalid_request (a foreign cursor).
 */
export async function listVersions(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  query: VersionsQuery,
): Promise<{ items: VersionView[]; pagination: Pagination }> {
  const listing = await findOwnListing(ctx.db, { listingId, agentId: agent.agentId });
  if (listing === null) {
    throw new MarketError("listing_not_found", "You have no listing with this id.");
  }
  const list = {
    name: `versions ${listingId}`,
    shape: numberShape,
    keyOf: ({ version }: UploadRow) => String(version ?? 0),
  };
  const { rows, pagination } = await readPage(query, list, (slice) =>
    pageVersions(ctx.db, { listingId, ...slice }),
  );
  return {
    items: rows.map((row) => ({
      version: row.version ?? 0,
      full_data_path: row.storagePath,
      format: row.format,
      byte_size: row.byteSize,
      sha256: row.sha256,
      published_at: (row.publishedAt ?? row.issuedAt).toISOString(),
    })),
    pagination,
  };
}

/** A listing as its agent sees it, with its agent's name. */
export type OwnerListingView = ListingView & { agent: { id: string; agent_name: string } };

export type OwnerListingsQuery = {
  limit: number;
  offset: number;
  status?: ListingStatus | undefined;
  /** Only this agent's listings. */
  agent_id?: string | undefined;
};

/** The listings of all the account's agents, in every state, newest first. */
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
