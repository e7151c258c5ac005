import { writeAudit } from "../../db/queries/journal/journal.ts";
import { lockOwnListing, updateListing } from "../../db/queries/listings/listings.ts";
import { supersedeUpload } from "../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewListing } from "./listing-view.ts";
import { uploadSlot } from "./rules.ts";
import type { ListingView } from "./schemas.ts";

/**
 * Discards the open version with its running job; the version on sale stays.
 * Errors: listing_not_found, version_not_open.
 */
export async function discardVersion(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<ListingView> {
  const now = ctx.now();
  const discarded = await ctx.db.transaction(async (tx) => {
    const row = await lockOwnListing(tx, { listingId, agentId: agent.agentId });
    if (row === null)
      throw new MarketError("listing_not_found", "You have no listing with this id.");
    if (uploadSlot(row.listing) !== "next") {
      throw new MarketError("version_not_open", "No version was opened, or it was discarded.");
    }
    if (row.next !== null) await supersedeUpload(tx, row.next.id, now);
    const change = { nextVersionOpenedAt: null, nextUploadId: null, updatedAt: now };
    const listing = await updateListing(tx, listingId, change);
    await writeAudit(
      tx,
      {
        actor: agent,
        action: "listing.version_discarded",
        subjectKind: "listing",
        subjectId: listingId,
      },
      now,
    );
    return { listing, upload: row.upload, next: null, auction: row.auction };
  });
  return viewListing(ctx, discarded);
}
