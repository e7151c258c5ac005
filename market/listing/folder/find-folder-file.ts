/** Finds a seller's own uploaded folder, or one file in it. */

import { findOwnListing, type UploadRow } from "../../../db/queries/listings/listings.ts";
import { findUploadFileAt } from "../../../db/queries/listings/upload-file-parts.ts";
import type { UploadFileRow } from "../../../db/queries/listings/upload-files.ts";
import { findUpload } from "../../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { counted } from "../../counted.ts";
import { MarketError } from "../../errors.ts";

export type FolderKey = { listingId: string; uploadId: string };
export type FolderFileKey = FolderKey & { position: number };

/** Errors: listing_not_found (also if the listing has no such folder), upload_superseded. */
export async function findFolder(
  ctx: Pick<Context, "db">,
  agent: AgentActor,
  { listingId, uploadId }: FolderKey,
): Promise<UploadRow & { fileCount: number }> {
  const [listing, upload] = await Promise.all([
    findOwnListing(ctx.db, { listingId, agentId: agent.agentId }),
    findUpload(ctx.db, { listingId, uploadId }),
  ]);
  if (listing === null || upload === null || upload.fileCount === null) {
    throw new MarketError(
      "listing_not_found",
      "You have no listing that has a folder with this id.",
    );
  }
  if (upload.state !== "superseded") return { ...upload, fileCount: upload.fileCount };
  throw new MarketError(
    "upload_superseded",
    "A later upload has replaced it, or it was never finished. Announce the folder again.",
  );
}

/** Errors: those of {@link findFolder}, and upload_not_found if there is no such file. */
export async function findFolderFile(
  ctx: Pick<Context, "db">,
  agent: AgentActor,
  { position, ...key }: FolderFileKey,
): Promise<{ upload: UploadRow; file: UploadFileRow }> {
  const upload = await findFolder(ctx, agent, key);
  const file = await findUploadFileAt(ctx.db, { uploadId: upload.id, position });
  if (file !== null) return { upload, file };
  throw new MarketError(
    "upload_not_found",
    `The folder has ${counted(upload.fileCount, "file")}: positions 0 to ${upload.fileCount - 1}.`,
  );
}
