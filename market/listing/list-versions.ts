import { findOwnListing } from "../../db/queries/listings/listings.ts";
import { pageVersions } from "../../db/queries/listings/uploads.ts";
import type { AgentActor, Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { offsetPagination } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import type { VersionsQuery, VersionView } from "./schemas.ts";

/** The files that were ever on sale under this listing, newest first. Errors: listing_not_found. */
export async function listVersions(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  query: VersionsQuery,
): Promise<{ items: VersionView[]; pagination: Pagination }> {
  const listing = await findOwnListing(ctx.db, { listingId, agentId: agent.agentId });
  if (listing === null) {
    throw new MarketError("listing_not_found", "No listing of yours has this id.");
  }
  const { limit, offset } = query;
  const { rows, total } = await pageVersions(ctx.db, { listingId, limit, offset });
  return {
    items: rows.map((row) => ({
      version: row.version ?? 0,
      full_data_path: row.storagePath,
      format: row.format,
      byte_size: row.byteSize,
      sha256: row.sha256,
      published_at: (row.publishedAt ?? row.issuedAt).toISOString(),
    })),
    pagination: offsetPagination({ limit, offset, total, count: rows.length }),
  };
}
