/** The download of a free dataset. */
import { findDatasetFile } from "../../db/queries/catalogue/catalogue.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { FREE_DOWNLOAD_TTL_SECONDS } from "../limits.ts";
import { isFree, moneyText } from "../pricing.ts";
import { downloadName, fileContentType } from "./rules.ts";
import type { DownloadView } from "./schemas.ts";

/**
 * A signed URL of a free dataset's file (docs/interface.md, download).
 * A file that is gone, or was
 * replaced after it was profiled, is not given out.
 * Errors: dataset_not_found, purchase_required, file_not_available.
 */
export async function getDownloadUrl(ctx: Context, datasetId: string): Promise<DownloadView> {
  const file = await findDatasetFile(ctx.db, datasetId);
  if (file === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  const { listing } = file;
  if (!isFree(listing)) {
    const price = moneyText(listing.priceCents, ctx.config.CURRENCY);
    throw new MarketError(
      "purchase_required",
      listing.pricingType === "auction"
        ? `The dataset is sold by auction, from ${price} on.`
        : `The dataset costs ${price}.`,
    );
  }
  const head = await ctx.storage.head(file.storagePath);
  if (head === null || head.etag !== file.objectEtag) {
    throw new MarketError(
      "file_not_available",
      "The stored file is not the one that was profiled. Its seller has to list it anew.",
    );
  }
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
