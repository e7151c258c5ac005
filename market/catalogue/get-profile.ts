import { findProfileText } from "../../db/queries/catalogue/catalogue.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";

/**
 * The profile of the current file, as the JSON text that the worker stored.
 * Errors: dataset_not_found, profile_not_available.
 */
export async function getProfile(ctx: Context, datasetId: string): Promise<string> {
  const row = await findProfileText(ctx.db, datasetId);
  if (row === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  if (row.profile !== null) return row.profile;
  throw new MarketError("profile_not_available", "The file's format could not be profiled.");
}
