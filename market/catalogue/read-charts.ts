/** Reads the stored charts of files for pages. */
import type { FileScope } from "../../db/queries/catalogue/catalogue.ts";
import { findCharts, findThumbnails } from "../../db/queries/catalogue/charts.ts";
import type { Context } from "../context.ts";
import type { ProfileCharts, Thumbnail } from "../profile/charts.ts";
import { chosenTable, readTableText } from "./tables.ts";

/**
 * What pages draw of a file's table, by default its largest; null if there is none. Errors:
 * table_not_found, storage_unavailable.
 */
export async function getCharts(
  ctx: Context,
  scope: FileScope,
  table?: string,
): Promise<ProfileCharts | null> {
  const chosen = await chosenTable(ctx, scope, table);
  if (chosen === "unread") return null;
  if (chosen === null) return await findCharts(ctx.db, scope);
  return JSON.parse(await readTableText(ctx, chosen, "charts")) as ProfileCharts;
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
