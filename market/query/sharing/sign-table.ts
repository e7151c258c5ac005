import { FREE_DOWNLOAD_TTL_SECONDS } from "../../catalogue/limits.ts";
import { parquetContentType, parquetName } from "../../catalogue/rules.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { checkUpload } from "../../listing/check-file.ts";
import {
  findPaidDelivery,
  noteDownload,
  refuseDelivery,
} from "../../purchase/delivery/paid-delivery.ts";
import { PURCHASE_DOWNLOAD_TTL_SECONDS } from "../../purchase/limits.ts";
import type { Asker } from "../find-readable-file.ts";
import type { SharedTable } from "./shared-tables.ts";

/**
 * A signed URL of a shared table's Parquet file. A purchased file is checked, and its download is
 * audited, as by `getPurchaseDownload`.
 * Errors: those of `getPurchaseDownload`, and parquet_not_available.
 */
export async function signSharedTable(
  ctx: Context,
  asker: Asker,
  { datasetId, name, file, twin }: SharedTable,
): Promise<{ url: string; expiresAt: Date }> {
  if (file.purchaseId !== null && asker?.kind === "operator") {
    const found = await findPaidDelivery(ctx, asker, file.purchaseId);
    if (found.upload.fileCount === null) {
      const check = await checkUpload(ctx, found.upload);
      if (check.kind !== "intact") return refuseDelivery(ctx, found, check.kind);
    }
    await noteDownload(ctx, asker, file.purchaseId);
  }
  const head = await ctx.storage.head(twin.objectKey);
  if (head === null || head.byteSize !== twin.byteSize) {
    throw new MarketError("parquet_not_available", "It is missing from the file store.");
  }
  const ttlSeconds =
    file.purchaseId === null ? FREE_DOWNLOAD_TTL_SECONDS : PURCHASE_DOWNLOAD_TTL_SECONDS;
  const url = await ctx.storage.signGet(twin.objectKey, {
    ttlSeconds,
    downloadName: parquetName(datasetId, name),
    contentType: parquetContentType,
  });
  return { url, expiresAt: new Date(ctx.now().getTime() + ttlSeconds * 1000) };
}
