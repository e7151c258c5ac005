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
 * Opens a new version of a published listing, while the current file stays on sale. This also repairs a
 * listing that was suspended because of its file. Errors: listing_not_found, listing_not_active,
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
      throw new MarketError("listing_not_found", "You have no listing with this id.");
    const decision = decideOpenVersion(row.listing);
    if (decision === "not_active") {
      throw new MarketError(
        "listing_not_active",
        `The listing is ${stateInWords(row.listing)}; only an active listing can have a new version.`,
      );
    }
    if (decision === "already_open") {
      throw new MarketError("version_already_open", "Publish or discard the open version first.");
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
