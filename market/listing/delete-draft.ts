import { findListingSeller } from "../../db/queries/events/events.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { giveUpUploads, lockListingToDelete } from "../../db/queries/listings/draft-deletion.ts";
import { updateListing } from "../../db/queries/listings/listings.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import type { DeletedView } from "../text.ts";
import { emptiedDraft } from "./emptied-draft.ts";

/**
 * Deletes a draft or an expired draft with its texts. The purge deletes its files and later arrivals at
 * its upload URLs, and a running job ends. A listing that was ever on sale stays. A repeat answers the
 * same and writes nothing. Errors: listing_not_found, listing_not_draft.
 */
export async function deleteDraft(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<DeletedView> {
  const deleted = { id: listingId, deleted: true } as const;
  return ctx.db.transaction(async (tx) => {
    const row = await lockListingToDelete(tx, { listingId, agentId: agent.agentId });
    if (row === null) throw new MarketError("listing_not_found", "You have no draft with this id.");
    if (row.deletedAt !== null) return deleted;
    if (row.publishedAt !== null) {
      const detail = `The listing is ${row.status}. A listing that was ever on sale cannot be deleted: withdraw it to take it off sale.`;
      throw new MarketError("listing_not_draft", detail);
    }
    const now = ctx.now();
    await giveUpUploads(tx, listingId, now);
    const ended = { status: "withdrawn", withdrawnAt: row.withdrawnAt ?? now } as const;
    await updateListing(tx, listingId, {
      ...emptiedDraft,
      ...ended,
      deletedAt: now,
      updatedAt: now,
    });
    const subject = { subjectKind: "listing", subjectId: listingId } as const;
    await writeAudit(tx, { actor: agent, action: "listing.deleted", ...subject }, now);
    const to = await findListingSeller(tx, listingId);
    const data = { listing_id: listingId };
    await emitEvent(tx, { type: "listing.deleted", subjectId: listingId, to, data }, now);
    return deleted;
  });
}
