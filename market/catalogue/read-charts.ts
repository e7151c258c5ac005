/** Reads the stored charts of files for pages. */
import type { FileScope } from "../../db/queries/catalogue/catalogue.ts";
import { findCharts, findThumbnails } from "../../db/queries/catalogue/charts.ts";
import type { Context } from "../context.ts";
import type { ProfileCharts, Thumbnail } from "../profile/charts.ts";

/** What pages draw of a file's default table; null for a file without a sample. */
export async function getCharts(ctx: Context, scope: FileScope): Promise<ProfileCharts | null> {
  return await findCharts(ctx.db, scope);
}

/** The pictures of datasets on sale by listing id; datasets without one are left out. */
export async function listThumbnails(
  ctx: Context,
  listingIds: readonly string[],
): Promise<Map<string, Thumbnail>> {
  const found = await findThumbnails(ctx.db, listingIds);
  return new Map(
    found.flatMap(({ listingId, thumbnail }) =>
      thumbnail === null ? [] : [[listingId, thumbnail] as const],
    ),
  );
}
