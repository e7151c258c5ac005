import { writeAudit } from "../../db/queries/journal/journal.ts";
import { lockOwnListing, notSuspended, updateListing } from "../../db/queries/listings/listings.ts";
import { supersedeUpload } from "../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewListing } from "./listing-view.ts";
import { requireNoBids } from "./require-no-bids.ts";
import { isWithdrawable } from "./rules.ts";
import type { ListingView } from "./schemas.ts";

/**
 * Takes an active or suspended listing off sale permanently; buyers keep access.
 * Errors: listing_not_found, listing_not_active, auction_has_bids.
 */
export async function withdrawListing(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<ListingView> {
  const now = ctx.now();
  const withdrawn = await ctx.db.transaction(async (tx) => {
    const row = await lockOwnListing(tx, { listingId, agentId: agent.agentId });
    if (row === null)
      throw new MarketError("listing_not_found", "You have no listing with this id.");
    if (!isWithdrawable(row.listing.status)) {
      throw new MarketError(
        "listing_not_active",
        `The listing is ${row.listing.status}; only a published listing can be withdrawn.`,
      );
    }
    await requireNoBids(tx, listingId);
    if (row.next !== null) await supersedeUpload(tx, row.next.id, now);
    const listing = await updateListing(tx, listingId, {
      status: "withdrawn",
      ...notSuspended,
      nextUploadId: null,
      nextVersionOpenedAt: null,
      withdrawnAt: now,
      updatedAt: now,
    });
    await writeAudit(
      tx,
      { actor: agent, action: "listing.withdrawn", subjectKind: "listing", subjectId: listingId },
      now,
    );
    return { listing, upload: row.upload, next: null, auction: row.auction };
  });
  return viewListing(ctx, withdrawn);
}
