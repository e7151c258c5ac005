/** A seller agent asks how far the upload of its folder is, and for the URLs that are missing. */
import { findOwnListing } from "../../../db/queries/listings/listings.ts";
import { findUploadByPath } from "../../../db/queries/listings/uploads.ts";
import type { AgentActor, Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { decodeListCursor } from "../../list-cursor.ts";
import type { UploadFilesPage, UploadFilesQuery } from "./schemas.ts";
import { uploadFilesList, viewUploadFiles } from "./view-upload-files.ts";

const positionShape = /^\d{1,5}$/;

/**
 * A page of the files of a folder that is or was uploaded. Errors: listing_not_found (also where the
 * listing has no such folder), invalid_request for a foreign cursor, upload_superseded.
 */
export async function readUploadFiles(
  ctx: Context,
  agent: AgentActor,
  { listingId, uploadId }: { listingId: string; uploadId: string },
  { cursor, limit, state }: UploadFilesQuery,
): Promise<UploadFilesPage> {
  const after = decodeListCursor(uploadFilesList, cursor, positionShape);
  const storagePath = `uploads/${listingId}/${uploadId}`;
  const [row, upload] = await Promise.all([
    findOwnListing(ctx.db, { listingId, agentId: agent.agentId }),
    findUploadByPath(ctx.db, { listingId, storagePath }),
  ]);
  if (row === null || upload === null || upload.fileCount === null) {
    throw new MarketError("listing_not_found", "No listing of yours has a folder of this id.");
  }
  if (upload.state === "superseded") {
    throw new MarketError(
      "upload_superseded",
      "Another upload has taken its place, or it was never finished. Announce the folder anew.",
    );
  }
  const from = after === null ? 0 : Number(after) + 1;
  return viewUploadFiles(ctx, upload, { from, limit, state });
}
