import { readTwins } from "../../../db/queries/catalogue/twins.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { findFreeFile } from "../find-free-file.ts";
import { FREE_DOWNLOAD_TTL_SECONDS } from "../limits.ts";
import { parquetContentType, parquetName } from "../rules.ts";
import { chooseTable } from "../tables.ts";
import { findTwin, viewTwin } from "./find-twin.ts";
import type { ParquetFiles } from "./schemas.ts";

export type ParquetObject = { url: string; byteSize: number; etag: string };

/**
 * A signed URL of a free dataset's table as Parquet, with the store's facts about the file.
 * Errors: dataset_not_found, purchase_required, table_not_found, parquet_not_available.
 */
export async function getParquet(
  ctx: Context,
  datasetId: string,
  table: string | undefined,
): Promise<ParquetObject> {
  const { uploadId, listing } = await findFreeFile(ctx, datasetId);
  await chooseTable(ctx, { listingId: datasetId }, table, "parquet_not_available");
  const twin = await findTwin(ctx.db, { uploadId, table });
  if ("missing" in twin) throw new MarketError("parquet_not_available", twin.detail);
  const head = await ctx.storage.head(twin.objectKey);
  if (head === null || head.byteSize !== twin.byteSize) {
    throw new MarketError("parquet_not_available", "It is missing from the file store.");
  }
  const url = await ctx.storage.signGet(twin.objectKey, {
    ttlSeconds: FREE_DOWNLOAD_TTL_SECONDS,
    downloadName: parquetName(listing.title, table ?? null),
    contentType: parquetContentType,
  });
  return { url, byteSize: head.byteSize, etag: head.etag };
}

/** Each table of a free dataset with its Parquet file's address. Errors: those of `getParquet`. */
export async function listParquet(ctx: Context, datasetId: string): Promise<ParquetFiles> {
  const { uploadId } = await findFreeFile(ctx, datasetId);
  const { isPending, rows } = await readTwins(ctx.db, uploadId);
  const address = `${ctx.config.PUBLIC_BASE_URL}/datasets/${datasetId}/parquet`;
  const items = rows.map((row) => {
    const twin = viewTwin(row);
    const common = { table: row.tableName, is_default: row.isDefault };
    if ("missing" in twin) {
      const error = { code: twin.missing, detail: twin.detail };
      return { ...common, url: null, byte_size: null, sha256: null, row_count: null, error };
    }
    const url =
      row.tableName === null ? address : `${address}?table=${encodeURIComponent(row.tableName)}`;
    const { byteSize: byte_size, sha256, rowCount: row_count } = twin;
    return { ...common, url, byte_size, sha256, row_count, error: null };
  });
  return { pending: isPending ?? false, items };
}
