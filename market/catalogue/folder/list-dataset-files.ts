/** Everybody can list a dataset's files; free ones come with URLs. */
import { findDatasetFile } from "../../../db/queries/catalogue/catalogue.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { isFree } from "../../pricing.ts";
import { FREE_DOWNLOAD_TTL_SECONDS } from "../limits.ts";
import { downloadName, fileContentType } from "../rules.ts";
import { noSuchFile, signManifest } from "./deliver-folder.ts";
import { findDatasetFolder, refuseFile } from "./find-folder.ts";
import { viewFolderFiles, viewSingleFile } from "./list-files.ts";
import type { FilesQuery, FilesView } from "./schemas.ts";

/**
 * A page of an active dataset's files. For a paid one only names and sizes, because hashes of small
 * files could reveal their content.
 * Errors: dataset_not_found, invalid_request, file_not_available, storage_unavailable.
 */
export async function listDatasetFiles(
  ctx: Context,
  datasetId: string,
  query: FilesQuery,
): Promise<FilesView> {
  const file = await findDatasetFile(ctx.db, { listingId: datasetId });
  if (file === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  const { listing, storagePath } = file;
  const ttlSeconds = isFree(listing) ? FREE_DOWNLOAD_TTL_SECONDS : null;
  const folder = findDatasetFolder(file);
  if (folder !== null) {
    const page = await viewFolderFiles(ctx, folder, query, ttlSeconds);
    if ("fault" in page) throw refuseFile();
    return page.files;
  }
  if (ttlSeconds === null) return viewSingleFile(listing, query, null);
  const options = { ttlSeconds, downloadName: downloadName(listing) };
  const contentType = fileContentType(listing);
  const url = await ctx.storage.signGet(storagePath, { ...options, contentType });
  return viewSingleFile(listing, query, { download_url: url, expires_in: ttlSeconds });
}

/**
 * A signed URL of a free folder's manifest.
 * Errors: dataset_not_found, purchase_required, file_not_found for a single file.
 */
export async function getManifestUrl(ctx: Context, datasetId: string): Promise<string> {
  const file = await findDatasetFile(ctx.db, { listingId: datasetId });
  if (file === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  if (!isFree(file.listing)) {
    throw new MarketError("purchase_required", "Only buyers get the hashes of a paid folder.");
  }
  const folder = findDatasetFolder(file);
  if (folder === null) throw noSuchFile();
  return signManifest(ctx, folder, FREE_DOWNLOAD_TTL_SECONDS);
}
