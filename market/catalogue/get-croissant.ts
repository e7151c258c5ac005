import { findDataset, findProfileText } from "../../db/queries/catalogue/catalogue.ts";
import type { Context } from "../context.ts";
import { serviceTitle } from "../discovery/service.ts";
import { MarketError } from "../errors.ts";
import type { Profile } from "../profile/schemas.ts";
import { describeAsCroissant } from "./croissant.ts";
import { viewDataset } from "./dataset-view.ts";
import type { Croissant, DatasetItem } from "./schemas.ts";

/**
 * One active dataset as Croissant 1.1 JSON-LD, and its auction: when that goes on, the offer is
 * another one. Errors: dataset_not_found.
 */
export async function getCroissant(
  ctx: Context,
  datasetId: string,
): Promise<{ croissant: Croissant; auction: DatasetItem["auction"] }> {
  const [row, stored] = await Promise.all([
    findDataset(ctx.db, datasetId),
    findProfileText(ctx.db, datasetId),
  ]);
  if (row === null || stored === null) {
    throw new MarketError("dataset_not_found", "No active dataset has this id.");
  }
  const profile = stored.profile === null ? null : (JSON.parse(stored.profile) as Profile);
  const marketplace = { name: serviceTitle, url: ctx.config.PUBLIC_BASE_URL };
  const dataset = viewDataset(ctx, row);
  const croissant = describeAsCroissant(dataset, profile, marketplace);
  return { croissant, auction: dataset.auction };
}
