import { type DatasetFile, findDatasetFile } from "../../db/queries/catalogue/catalogue.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { isFree, moneyText } from "../pricing.ts";

/** The file of a free dataset. Errors: dataset_not_found, purchase_required. */
export async function findFreeFile(
  ctx: Pick<Context, "db" | "config">,
  datasetId: string,
): Promise<DatasetFile> {
  const file = await findDatasetFile(ctx.db, { listingId: datasetId });
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
  return file;
}
