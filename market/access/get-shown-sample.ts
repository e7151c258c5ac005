import { hasAccess } from "../../db/queries/access/access.ts";
import { findDatasetFile } from "../../db/queries/catalogue/catalogue.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { type RenderedSample, readSample } from "../catalogue/read-file.ts";
import type { SampleWish } from "../catalogue/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";

type SampleRequest = {
  operator: OperatorActor;
  datasetId: string;
  wish: SampleWish;
  table?: string | undefined;
};

/**
 * The sample of a gated dataset for a buyer whom its seller has approved. Errors: those of
 * `readSample`; dataset_not_found for anybody else.
 */
export async function getShownSample(
  ctx: Context,
  { operator: { accountId }, datasetId: listingId, wish, table }: SampleRequest,
): Promise<RenderedSample> {
  const file = await findDatasetFile(ctx.db, { listingId });
  if (file === null || !(await hasAccess(ctx.db, { listingId, accountId }))) {
    throw new MarketError("dataset_not_found", "No active dataset has this id.");
  }
  return readSample(ctx, { listingId, uploadId: file.uploadId }, wish, table);
}
