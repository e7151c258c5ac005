import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { decodeListCursor } from "../../list-cursor.ts";
import { type FolderKey, findFolder } from "./find-folder-file.ts";
import { keepFolderOpen } from "./keep-folder-open.ts";
import type { UploadFilesPage, UploadFilesQuery } from "./schemas.ts";
import { uploadFilesList, viewUploadFiles } from "./view-upload-files.ts";

const positionShape = /^\d{1,5}$/;

/** Pages read within this time extend the folder's upload only once. */
const freshSeconds = 60;

/**
 * A page of a folder's files during or after its upload. Errors: listing_not_found (also if the
 * listing has no such folder), invalid_request for a foreign cursor, upload_superseded,
 * listing_not_draft, quota_exceeded.
 */
export async function readUploadFiles(
  ctx: Context,
  agent: AgentActor,
  key: FolderKey,
  { cursor, limit, state }: UploadFilesQuery,
): Promise<UploadFilesPage> {
  const after = decodeListCursor(uploadFilesList, cursor, positionShape);
  const upload = await findFolder(ctx, agent, key);
  const ttlSeconds = ctx.config.UPLOAD_URL_TTL_SECONDS;
  const endsAtMs = upload.urlsEndAt.getTime();
  const isStale = endsAtMs < ctx.now().getTime() + (ttlSeconds - freshSeconds) * 1000;
  if (upload.state === "issued" && isStale && !(await keepFolderOpen(ctx, agent, key))) {
    throw new MarketError("upload_superseded", "It has just ended. Announce the folder again.");
  }
  const from = after === null ? 0 : Number(after) + 1;
  return viewUploadFiles(ctx, upload, { from, limit, state });
}
