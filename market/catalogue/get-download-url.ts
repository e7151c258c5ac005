/** The download of a free dataset. */
import type { Context } from "../context.ts";
import { FREE_DOWNLOAD_TTL_SECONDS } from "../limits.ts";
import { findFreeFile } from "./find-free-file.ts";
import { lookAtFolder, noSuchFile, signFolder } from "./folder/deliver-folder.ts";
import { findDatasetFolder, refuseFile } from "./folder/find-folder.ts";
import { downloadName, fileContentType } from "./rules.ts";
import type { DownloadView } from "./schemas.ts";

/**
 * A signed URL of a free dataset's file (docs/interface.md, download): of a folder one file by its
 * path, or all as one zip file. A file that is gone, or was replaced after it was profiled, is not given out.
 * Errors: dataset_not_found, purchase_required, file_not_found, file_not_available.
 */
export async function getDownloadUrl(
  ctx: Context,
  datasetId: string,
  path?: string,
): Promise<DownloadView> {
  const file = await findFreeFile(ctx, datasetId);
  const { listing } = file;
  const folder = findDatasetFolder(file);
  if (folder !== null) {
    const looked = await lookAtFolder(ctx, folder, path);
    if (looked.kind !== "intact") throw refuseFile();
    const delivery = { title: listing.title, ttlSeconds: FREE_DOWNLOAD_TTL_SECONDS };
    return signFolder(ctx, folder, looked, delivery);
  }
  if (path !== undefined && path !== downloadName(listing)) throw noSuchFile();
  const head = await ctx.storage.head(file.storagePath);
  if (head === null || head.etag !== file.objectEtag) throw refuseFile();
  const url = await ctx.storage.signGet(file.storagePath, {
    ttlSeconds: FREE_DOWNLOAD_TTL_SECONDS,
    downloadName: downloadName(listing),
    contentType: fileContentType(listing),
  });
  return {
    download_url: url,
    expires_in: FREE_DOWNLOAD_TTL_SECONDS,
    sha256: listing.sha256,
    byte_size: listing.byteSize,
  };
}
