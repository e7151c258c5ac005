/** Extends the time that a folder upload stays open, when it gets new URLs, and counts their quota. */

import type { Database } from "../../../db/client.ts";
import { lockOwnListing } from "../../../db/queries/listings/listings.ts";
import { markListingUpdated } from "../../../db/queries/listings/profile-jobs.ts";
import { keepFolderOpen as moveOn } from "../../../db/queries/listings/upload-file-parts.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { lookPauseSeconds } from "../upload/rules.ts";
import { requireRoom } from "../upload/storage-quota.ts";
import type { FolderKey } from "./find-folder-file.ts";
import { requireSlot } from "./require-slot.ts";

/**
 * `act` writes in the same transaction, under the listing's lock. False if the folder is no longer open
 * or `act` returns false. Errors: listing_not_found, listing_not_draft, quota_exceeded.
 */
export async function keepFolderOpen(
  ctx: Pick<Context, "db" | "config" | "now">,
  agent: AgentActor,
  { listingId, uploadId }: FolderKey,
  act: (tx: Database) => Promise<boolean> = async () => true,
): Promise<boolean> {
  return await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const slot = requireSlot(await lockOwnListing(tx, { listingId, agentId: agent.agentId }));
    // An upload counts as work on the draft, which postpones its expiry.
    if (slot === "current") await markListingUpdated(tx, listingId, now);
    const isOpen = await moveOn(tx, uploadId, {
      urlsEndAt: new Date(now.getTime() + ctx.config.UPLOAD_URL_TTL_SECONDS * 1000),
      lookDueAt: new Date(now.getTime() + lookPauseSeconds * 1000),
    });
    if (!isOpen || !(await act(tx))) return false;
    await requireRoom(tx, ctx.config, agent.agentId);
    return true;
  });
}
