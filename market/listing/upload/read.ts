import { findOwnListing, type UploadRow } from "../../../db/queries/listings/listings.ts";
import { readPartChecksums } from "../../../db/queries/listings/upload-parts.ts";
import { findUpload, pageOpenUploads } from "../../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { idShape } from "../../list-cursor.ts";
import { readPage } from "../../pagination.ts";
import type { UploadQuery, UploadsQuery, UploadsView, UploadView } from "./schemas.ts";
import { stateOf, summarizeUpload, viewUpload } from "./upload-view.ts";

/**
 * The listing's open uploads, newest first, for sellers that have lost the ids.
 * Errors: listing_not_found, invalid_request (a foreign cursor).
 */
export async function listUploads(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  query: UploadsQuery,
): Promise<UploadsView> {
  await requireOwn(ctx, agent, listingId);
  const list = {
    name: `uploads ${listingId}`,
    shape: idShape,
    keyOf: ({ id }: UploadRow) => id,
  };
  const { rows, pagination } = await readPage(query, list, (slice) =>
    pageOpenUploads(ctx.db, { listingId, ...slice }),
  );
  return {
    items: rows.map((row) => summarizeUpload(row)),
    pagination,
  };
}

/** One upload with its stored parts. Errors: listing_not_found, upload_not_found. */
export async function getUpload(
  ctx: Context,
  agent: AgentActor,
  key: { listingId: string; uploadId: string },
  query: UploadQuery,
): Promise<UploadView> {
  await requireOwn(ctx, agent, key.listingId);
  const upload = await findUpload(ctx.db, key);
  if (upload === null)
    throw new MarketError("upload_not_found", "There is no upload with this id.");
  const { storage } = ctx;
  const { multipartId, storagePath } = upload;
  const isOpen = stateOf(upload) === "open";
  const [head, parts, md5s] = await Promise.all([
    isOpen ? storage.findArrived(storagePath) : null,
    isOpen && multipartId !== null ? storage.listParts(storagePath, multipartId) : null,
    readPartChecksums(ctx.db, upload.id),
  ]);
  const fileBytes = head?.byteSize ?? null;
  return viewUpload({ upload, fileBytes, arrived: parts ?? [], md5s }, query);
}

async function requireOwn(ctx: Context, agent: AgentActor, listingId: string): Promise<void> {
  const listing = await findOwnListing(ctx.db, { listingId, agentId: agent.agentId });
  if (listing === null)
    throw new MarketError("listing_not_found", "You have no listing with this id.");
}
