import { writeAudit } from "../../db/queries/journal.ts";
import { lockOwnListing, updateListing } from "../../db/queries/listings.ts";
import { learnWords } from "../../db/queries/search-words.ts";
import type { AgentActor, Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewListing } from "./listing-view.ts";
import { isEditable, publishBlockers } from "./rules.ts";
import type { ListingView } from "./schemas.ts";

/**
 * Makes a complete draft live and discoverable (SPEC.md, States).
 * Errors: listing_not_found, listing_not_draft, listing_incomplete (with every blocker).
 */
export async function publishListing(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<ListingView> {
  const now = ctx.now();
  const published = await ctx.db.transaction(async (tx) => {
    const row = await lockOwnListing(tx, { listingId, agentId: agent.agentId });
    if (row === null) throw new MarketError("listing_not_found", "No draft of yours has this id.");
    if (!isEditable(row.listing.status)) {
      throw new MarketError(
        "listing_not_draft",
        `The listing is ${row.listing.status}; only a draft can be published.`,
      );
    }
    const { title, description } = row.listing;
    const faults = publishBlockers({ title, description, upload: row.upload });
    if (faults.length > 0) {
      const what = faults.map((fault) => fault.code).join(", ");
      throw new MarketError("listing_incomplete", `Not publishable yet: ${what}.`, { faults });
    }
    const listing = await updateListing(tx, listingId, {
      status: "active",
      publishedAt: now,
      updatedAt: now,
    });
    await learnWords(tx, listingId);
    await writeAudit(
      tx,
      { actor: agent, action: "listing.published", subjectKind: "listing", subjectId: listingId },
      now,
    );
    return { listing, upload: row.upload };
  });
  return viewListing(ctx.config, published);
}
