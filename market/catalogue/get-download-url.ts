import { replaceObjectEtag } from "../../db/queries/purchases/deliveries.ts";
import type { Context } from "../context.ts";
import { checkFile } from "../listing/check-file.ts";
import { embedContent } from "./embed-content.ts";
import { findFreeFile } from "./find-free-file.ts";
import { lookAtFolder, noSuchFile, signFolder } from "./folder/deliver-folder.ts";
import { findDatasetFolder, refuseFile } from "./folder/find-folder.ts";
import type { DownloadQuery } from "./folder/schemas.ts";
import { FREE_DOWNLOAD_TTL_SECONDS } from "./limits.ts";
import { downloadName, fileContentType } from "./rules.ts";
import type { DownloadView } from "./schemas.ts";

/**
 * A signed URL of a free dataset's file (docs/interface.md, download); for a folder, one file by its path,
 * or all as one zip file. A file that is missing or was replaced after profiling is not delivered.
 * Errors: dataset_not_found, purchase_required, file_not_found, file_not_available, storage_unavailable.
 */
export async function getDownloadUrl(
  ctx: Context,
  datasetId: string,
  { path, embed = false }: DownloadQuery = {},
): Promise<DownloadView> {
  const file = await findFreeFile(ctx, datasetId);
  const { listing } = file;
  const folder = findDatasetFolder(file);
  if (folder !== null) {
    const looked = await lookAtFolder(ctx, folder, path);
    if (looked.kind !== "intact") throw refuseFile();
    const ttlSeconds = FREE_DOWNLOAD_TTL_SECONDS;
    const delivery = { title: listing.title, ttlSeconds, buyerId: null };
    const signed = await signFolder(ctx, folder, looked, delivery);
    return embed ? { ...signed, content: null } : signed;
  }
  if (path !== undefined && path !== downloadName(listing)) throw noSuchFile();
  const { byteSize, sha256 } = listing;
  const check = await checkFile(ctx.storage, { ...file, byteSize, sha256 });
  if (check.kind !== "intact") throw refuseFile();
  if (check.etag !== file.objectEtag) {
    await replaceObjectEtag(ctx.db, file.uploadId, { from: file.objectEtag, to: check.etag });
  }
  const contentType = fileContentType(listing);
  const url = await ctx.storage.signGet(file.storagePath, {
    ttlSeconds: FREE_DOWNLOAD_TTL_SECONDS,
    downloadName: downloadName(listing),
    contentType,
  });
  const { storagePath } = file;
  const stored = { storagePath, byteSize, contentType, etag: check.etag };
  return {
    download_url: url,
    expires_in: FREE_DOWNLOAD_TTL_SECONDS,
    sha256: listing.sha256,
    byte_size: listing.byteSize,
    ...(embed ? { content: await embedContent(ctx, stored) } : {}),
  };
}
