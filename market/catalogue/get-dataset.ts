import { findColumns, findDataset } from "../../db/queries/catalogue/catalogue.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewDataset } from "./dataset-view.ts";
import type { DatasetDetail } from "./schemas.ts";

/** One active dataset with its columns. Errors: dataset_not_found. */
export async function getDataset(ctx: Context, datasetId: string): Promise<DatasetDetail> {
  const row = await findDataset(ctx.db, datasetId);
  if (row === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  const { currentUploadId } = row.listing;
  const columns = currentUploadId === null ? [] : await findColumns(ctx.db, currentUploadId);
  return {
    ...viewDataset(ctx, row),
    columns: columns as DatasetDetail["columns"],
  };
}
