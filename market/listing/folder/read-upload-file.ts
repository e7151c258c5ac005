import { readFilePartChecksums } from "../../../db/queries/listings/upload-file-parts.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import type { UploadQuery } from "../upload/schemas.ts";
import { sizeLimits } from "../upload/size-limits.ts";
import { viewParts } from "../upload/upload-view.ts";
import { type FolderFileKey, findFolderFile } from "./find-folder-file.ts";
import type { UploadFilePartsView } from "./part-schemas.ts";
import { filePlan, fileState } from "./rules.ts";

/**
 * One file, with its stored parts. Errors: listing_not_found, upload_superseded,
 * upload_not_found.
 */
export async function readUploadFile(
  ctx: Context,
  agent: AgentActor,
  key: FolderFileKey,
  query: UploadQuery,
): Promise<UploadFilePartsView> {
  const { upload, file } = await findFolderFile(ctx, agent, key);
  const { storagePath, multipartId, byteSize } = file;
  const { storage } = ctx;
  const isOpen = upload.state === "issued" && !file.isReused;
  const [head, parts, md5s] = await Promise.all([
    isOpen ? storage.findArrived(storagePath) : null,
    isOpen && multipartId !== null ? storage.listParts(storagePath, multipartId) : null,
    readFilePartChecksums(ctx.db, key),
  ]);
  const state = fileState(file, head?.byteSize, isOpen);
  const plan = filePlan(file, sizeLimits(ctx.config));
  const found = { plan, byteSize, isWhole: state !== "awaited", arrived: parts ?? [], md5s };
  return {
    name: file.path,
    position: file.position,
    byte_size: byteSize,
    state,
    parts_expected: plan?.parts ?? null,
    part_byte_size: plan?.partBytes ?? null,
    ...viewParts(found, query),
  };
}
