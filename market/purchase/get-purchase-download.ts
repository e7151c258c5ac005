import type { Delivery } from "../../db/queries/purchases/deliveries.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import { embedContent } from "../catalogue/embed-content.ts";
import { lookAtFolder, noSuchFile, signFolder } from "../catalogue/folder/deliver-folder.ts";
import { asFolder } from "../catalogue/folder/find-folder.ts";
import { downloadName, fileContentType } from "../catalogue/rules.ts";
import type { PurchasedParquet } from "../catalogue/twin/schemas.ts";
import { signPurchasedParquet } from "../catalogue/twin/sign-purchased.ts";
import type { Context } from "../context.ts";
import { checkUpload } from "../listing/check-file.ts";
import { findPaidDelivery, noteDownload, refuseDelivery } from "./delivery/paid-delivery.ts";
import { PURCHASE_DOWNLOAD_TTL_SECONDS } from "./limits.ts";
import type { PurchaseDownloadQuery, PurchaseDownloadView } from "./schemas.ts";

/**
 * A signed URL of the purchased file, for 60 seconds. If the file is missing or has changed, it is not
 * delivered: escrowed money is refunded automatically, and the listing is taken off sale.
 * Errors: purchase_not_found, purchase_not_yours, payment_not_confirmed, file_not_available,
 * file_not_found (a path that the folder does not have, or a version that it does not pay for),
 * storage_unavailable.
 */
export async function getPurchaseDownload(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
  { path, embed = false, version }: PurchaseDownloadQuery = {},
): Promise<PurchaseDownloadView> {
  const found = await findPaidDelivery(ctx, actor, purchaseId, version);
  const { purchase, upload } = found;
  const folder = asFolder(upload);
  if (folder !== null) {
    const looked = await lookAtFolder(ctx, folder, path);
    if (looked.kind !== "intact") return refuseDelivery(ctx, found, looked.kind);
    await noteDownload(ctx, actor, purchaseId);
    const ttlSeconds = PURCHASE_DOWNLOAD_TTL_SECONDS;
    const delivery = { title: purchase.title, ttlSeconds, buyerId: actor.accountId };
    const signed = await signFolder(ctx, folder, looked, delivery);
    const parquet = await signParquet(ctx, found);
    return { ...signed, parquet, ...(embed ? { content: null } : {}) };
  }
  if (path !== undefined && path !== downloadName({ ...upload, title: purchase.title })) {
    throw noSuchFile();
  }
  const check = await checkUpload(ctx, upload);
  if (check.kind !== "intact") return refuseDelivery(ctx, found, check.kind);
  const url = await signUrl(ctx, found);
  const parquet = await signParquet(ctx, found);
  const { storagePath, byteSize } = upload;
  const stored = { storagePath, byteSize, contentType: fileContentType(upload), etag: check.etag };
  const embedded = embed ? { content: await embedContent(ctx, stored) } : {};
  await noteDownload(ctx, actor, purchaseId);
  return {
    download_url: url,
    expires_in: PURCHASE_DOWNLOAD_TTL_SECONDS,
    sha256: upload.sha256,
    byte_size: upload.byteSize,
    parquet,
    ...embedded,
  };
}

function signParquet(ctx: Context, { purchase, upload }: Delivery): Promise<PurchasedParquet[]> {
  const { title } = purchase;
  const ttlSeconds = PURCHASE_DOWNLOAD_TTL_SECONDS;
  return signPurchasedParquet(ctx, { uploadId: upload.id, title, ttlSeconds });
}

function signUrl(ctx: Context, { purchase, upload }: Delivery): Promise<string> {
  return ctx.storage.signGet(upload.storagePath, {
    ttlSeconds: PURCHASE_DOWNLOAD_TTL_SECONDS,
    downloadName: downloadName({ ...upload, title: purchase.title }),
    contentType: fileContentType(upload),
  });
}
