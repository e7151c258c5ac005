/** A seller agent gives an upload up: what arrived of it goes, and its room is free. */
import { lockOwnListing } from "../../../db/queries/listings/listings.ts";
import { markPurged } from "../../../db/queries/listings/unused-uploads.ts";
import { findFilesInParts } from "../../../db/queries/listings/upload-file-parts.ts";
import { findUpload } from "../../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { abortParts } from "./abort-parts.ts";
import type { EndedUploadView } from "./schemas.ts";
import { stateOf } from "./upload-view.ts";

/**
 * Ends an open upload; asked again it answers the same. What a running PUT still brings is deleted at
 * the next look. Errors: listing_not_found, upload_not_found, upload_not_open.
 */
export async function endUpload(
  ctx: Context,
  agent: AgentActor,
  { listingId, uploadId }: { listingId: string; uploadId: string },
): Promise<EndedUploadView> {
  const { upload, inParts } = await ctx.db.transaction(async (tx) => {
    const listing = await lockOwnListing(tx, { listingId, agentId: agent.agentId });
    if (listing === null) {
      throw new MarketError("listing_not_found", "No listing of yours has this id.");
    }
    const found = await findUpload(tx, { listingId, uploadId });
    if (found === null) throw new MarketError("upload_not_found", "No upload has this id.");
    if (stateOf(found) === "attached") {
      throw new MarketError(
        "upload_not_open",
        "Its file was attached; a later upload replaces it.",
      );
    }
    // Read first: the rows of a folder's files go with it.
    const files = await findFilesInParts(tx, [uploadId]);
    if (stateOf(found) === "open") await markPurged(tx, [uploadId], ctx.now());
    return { upload: found, inParts: files };
  });
  if (stateOf(upload) === "open") {
    const { storagePath, multipartId } = upload;
    await abortParts(ctx.storage, [{ storagePath, multipartId }, ...inParts]);
    await ctx.storage.delete(storagePath);
  }
  return { id: uploadId, state: "ended" };
}
