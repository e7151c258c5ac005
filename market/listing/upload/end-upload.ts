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
 * Aborts an open upload and frees its quota; a repeat answers the same. The next look at the store deletes
 * bytes from a PUT that is still running. Errors: listing_not_found, upload_not_found, upload_not_open.
 */
export async function endUpload(
  ctx: Context,
  agent: AgentActor,
  { listingId, uploadId }: { listingId: string; uploadId: string },
): Promise<EndedUploadView> {
  const { upload, inParts } = await ctx.db.transaction(async (tx) => {
    const listing = await lockOwnListing(tx, { listingId, agentId: agent.agentId });
    if (listing === null) {
      throw new MarketError("listing_not_found", "You have no listing with this id.");
    }
    const found = await findUpload(tx, { listingId, uploadId });
    if (found === null)
      throw new MarketError("upload_not_found", "There is no upload with this id.");
    if (stateOf(found) === "attached") {
      throw new MarketError(
        "upload_not_open",
        "Its file is attached; a later upload can replace it.",
      );
    }
    // Read them first, because the folder's file rows are deleted with it.
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
