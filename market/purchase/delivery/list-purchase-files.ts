import type { Delivery } from "../../../db/queries/purchases/deliveries.ts";
import type { AccountActor } from "../../../db/vocabulary/actor.ts";
import { noSuchFile, signManifest } from "../../catalogue/folder/deliver-folder.ts";
import { asFolder } from "../../catalogue/folder/find-folder.ts";
import { viewFolderFiles, viewSingleFile } from "../../catalogue/folder/list-files.ts";
import type { FilesQuery, FilesView } from "../../catalogue/folder/schemas.ts";
import { downloadName, fileContentType } from "../../catalogue/rules.ts";
import type { Context } from "../../context.ts";
import { checkUpload } from "../../listing/check-file.ts";
import { PURCHASE_DOWNLOAD_TTL_SECONDS } from "../limits.ts";
import { findPaidDelivery, noteDownload, refuseDelivery } from "./paid-delivery.ts";

const ttlSeconds = PURCHASE_DOWNLOAD_TTL_SECONDS;

/**
 * A page of the purchased files, each with a signed URL for 60 seconds. A missing or changed file is
 * handled as for a download: nothing is delivered, and escrowed money is refunded.
 * Errors: those of `getPurchaseDownload`, invalid_request.
 */
export async function listPurchaseFiles(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
  query: FilesQuery,
): Promise<FilesView> {
  const found = await findPaidDelivery(ctx, actor, purchaseId);
  const folder = asFolder(found.upload);
  const page =
    folder === null
      ? await viewOnlyFile(ctx, found, query)
      : await viewFolderFiles(ctx, folder, query, ttlSeconds);
  if ("fault" in page) return refuseDelivery(ctx, found, page.fault.kind);
  await noteDownload(ctx, actor, purchaseId);
  return page.files;
}

async function viewOnlyFile(
  ctx: Pick<Context, "db" | "storage">,
  { purchase, upload }: Delivery,
  query: FilesQuery,
) {
  const check = await checkUpload(ctx, upload);
  if (check.kind !== "intact") return { fault: { kind: check.kind } };
  const file = { ...upload, title: purchase.title };
  const options = { ttlSeconds, downloadName: downloadName(file) };
  const contentType = fileContentType(upload);
  const url = await ctx.storage.signGet(upload.storagePath, { ...options, contentType });
  return { files: viewSingleFile(file, query, { download_url: url, expires_in: ttlSeconds }) };
}

/**
 * A signed URL of a purchased folder's manifest, for 60 seconds.
 * Errors: purchase_not_found, purchase_not_yours, payment_not_confirmed, file_not_found for a single file.
 */
export async function getPurchaseManifestUrl(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<string> {
  const { upload } = await findPaidDelivery(ctx, actor, purchaseId);
  const folder = asFolder(upload);
  if (folder === null) throw noSuchFile();
  return signManifest(ctx, folder, ttlSeconds);
}
