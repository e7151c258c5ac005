/** A seller agent opens the next version of what it sells. */
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { lockOwnListing, updateListing } from "../../db/queries/listings/listings.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewListing } from "./listing-view.ts";
import { requireNoBids } from "./require-no-bids.ts";
import { decideOpenVersion, stateInWords } from "./rules.ts";
import type { ListingView } from "./schemas.ts";

/**
 * Opens the next version of a published listing: it takes a new file while the current one stays on
 * sale. A listing that its file took off is repaired in this way. Errors: listing_not_found, listing_not_active,
 * version_already_open, auction_has_bids.
 */
export async function openVersion(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<ListingView> {
  const now = ctx.now();
  const opened = await ctx.db.transaction(async (tx) => {
    const row = await lockOwnListing(tx, { listingId, agentId: agent.agentId });
    if (row === null)
      throw new MarketError("listing_not_found", "No listing of yours has this id.");
    const decision = decideOpenVersion(row.listing);
    if (decision === "not_active") {
      throw new MarketError(
        "listing_not_active",
        `The listing is ${stateInWords(row.listing)}; only an active one gets a new version.`,
      );
    }
    if (decision === "already_open") {
      throw new MarketError("version_already_open", "Publish or discard the open one first.");
    }
    await requireNoBids(tx, listingId);
    const change = { nextVersionOpenedAt: now, updatedAt: now };
    const listing = await updateListing(tx, listingId, change);
    await writeAudit(
      tx,
      {
        actor: agent,
        action: "listing.version_opened",
        subjectKind: "listing",
        subjectId: listingId,
      },
      now,
    );
    return { ...row, listing };
  });
  return viewListing(ctx, opened);
}
