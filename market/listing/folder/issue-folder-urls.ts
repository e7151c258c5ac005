import { v7 } from "uuid";
import { findOwnListing, lockOwnListing } from "../../../db/queries/listings/listings.ts";
import { markListingUpdated } from "../../../db/queries/listings/profile-jobs.ts";
import {
  findKnownFiles,
  insertUploadFiles,
  type KnownFile,
  type NewUploadFile,
} from "../../../db/queries/listings/upload-files.ts";
import { insertUpload } from "../../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { UPLOAD_FILES_PAGE_DEFAULT } from "../../limits.ts";
import { lookPauseSeconds } from "../upload/rules.ts";
import { requireRoom } from "../upload/storage-quota.ts";
import { type CheckedFolder, checkFolder } from "./check-folder.ts";
import { requireSlot, requireUploadLeft } from "./require-slot.ts";
import { fileKey } from "./rules.ts";
import type { AnnouncedFile, FolderUploadView } from "./schemas.ts";
import { viewUploadFiles } from "./view-upload-files.ts";

/**
 * Issues a path for a folder and the URLs of its first files; further pages have the others. A file
 * whose hash an earlier version of the listing has is reused from there.
 * Errors: invalid_request, listing_not_found, listing_not_draft, file_too_large, rate_limited,
 * quota_exceeded.
 */
export async function issueFolderUrls(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  announced: readonly unknown[],
  uploadId = v7(),
): Promise<FolderUploadView> {
  const folder = await checkFolder(announced);
  requireSize(folder, ctx.config.UPLOAD_BYTES_MAX);
  const key = { listingId, agentId: agent.agentId };
  requireSlot(await findOwnListing(ctx.db, key));
  const hashes = folder.files.flatMap(({ sha256 }) => sha256 ?? []);
  const known = await findKnownFiles(ctx.db, { listingId, hashes: [...new Set(hashes)] });
  const path = `uploads/${listingId}/${uploadId}`;
  const files = folder.files.map((file, position) => newFile(file, fileKey(path, position), known));
  const own = files.filter(({ isReused }) => !isReused);
  const ownBytes = own.reduce((sum, { byteSize }) => sum + byteSize, 0);
  const now = ctx.now();
  const upload = {
    id: uploadId,
    listingId,
    storagePath: path,
    issuedAt: now,
    urlsEndAt: new Date(now.getTime() + ctx.config.UPLOAD_URL_TTL_SECONDS * 1000),
    byteSizeMax: folder.byteSize,
    heldBytes: ownBytes,
    heldFiles: own.length,
    fileCount: files.length,
    lookDueAt: new Date(now.getTime() + lookPauseSeconds * 1000),
  };
  await ctx.db.transaction(async (tx) => {
    const slot = requireSlot(await lockOwnListing(tx, key));
    await requireUploadLeft(tx, listingId, now);
    // An upload counts as work on the draft, which postpones its expiry.
    if (slot === "current") await markListingUpdated(tx, listingId, now);
    await insertUpload(tx, upload);
    await insertUploadFiles(tx, uploadId, files);
    await requireRoom(tx, ctx.config, agent.agentId);
  });
  const firstPage = { from: 0, limit: UPLOAD_FILES_PAGE_DEFAULT, state: undefined };
  return {
    full: {
      path,
      expires_in: ctx.config.UPLOAD_URL_TTL_SECONDS,
      byte_size_max: folder.byteSize,
      file_count: files.length,
      upload_id: uploadId,
    },
    files: await viewUploadFiles(ctx, { ...upload, state: "issued" }, firstPage),
    warnings: folder.warnings,
    links: {
      files: `${ctx.config.PUBLIC_BASE_URL}/listings/${listingId}/uploads/${uploadId}/files`,
    },
  };
}

/** A reused file must match the earlier one in size as well as hash. */
function newFile(
  { name, byte_size: byteSize, sha256 }: AnnouncedFile,
  ownKey: string,
  knownFiles: ReadonlyMap<string, KnownFile>,
): NewUploadFile {
  const known = sha256 === undefined ? undefined : knownFiles.get(sha256);
  const isReused = known !== undefined && known.byteSize === byteSize;
  return {
    path: name,
    byteSize,
    storagePath: isReused ? known.storagePath : ownKey,
    isReused,
    statedSha256: sha256 ?? null,
    objectEtag: isReused ? known.objectEtag : null,
  };
}

function requireSize({ byteSize }: CheckedFolder, bytesMax: number): void {
  if (byteSize === 0) {
    throw new MarketError("invalid_request", "/files: all of them are empty.", {
      faults: [{ pointer: "/files", code: "empty", detail: "have no bytes in total" }],
    });
  }
  if (byteSize <= bytesMax) return;
  throw new MarketError("file_too_large", `All files together may have ${bytesMax} bytes.`, {
    faults: [{ pointer: "/files", code: "too_big", detail: "exceed the limit in total" }],
  });
}
