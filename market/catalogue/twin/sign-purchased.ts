import { readTwins } from "../../../db/queries/catalogue/twins.ts";
import type { Context } from "../../context.ts";
import { parquetContentType, parquetName } from "../rules.ts";
import { viewTwin } from "./find-twin.ts";
import type { PurchasedParquet } from "./schemas.ts";

/** The Parquet files of a purchased file, each with a signed URL. */
export async function signPurchasedParquet(
  ctx: Pick<Context, "db" | "storage">,
  { uploadId, title, ttlSeconds }: { uploadId: string; title: string; ttlSeconds: number },
): Promise<PurchasedParquet[]> {
  const { rows } = await readTwins(ctx.db, uploadId);
  const signed = rows.map(async (row): Promise<PurchasedParquet[]> => {
    const twin = viewTwin(row);
    if ("missing" in twin) return [];
    const { tableName: table } = row;
    const download_url = await ctx.storage.signGet(twin.objectKey, {
      ttlSeconds,
      downloadName: parquetName(title, table),
      contentType: parquetContentType,
    });
    const { byteSize: byte_size, sha256, rowCount: row_count } = twin;
    return [{ table, download_url, byte_size, sha256, row_count }];
  });
  return (await Promise.all(signed)).flat();
}
