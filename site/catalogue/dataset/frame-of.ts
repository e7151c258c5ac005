import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { addressesOf } from "../../../market/service.ts";
import type { CatalogueContext } from "../context.ts";
import type { FrameProps } from "./frame.tsx";

/** The data that the frame of every page about a dataset shows. */
export async function frameOf(
  ctx: CatalogueContext,
  dataset: DatasetDetail,
): Promise<Required<Pick<FrameProps, "dataset" | "baseUrl" | "escrowDays" | "related">>> {
  const { baseUrl } = addressesOf(ctx.config);
  const related = await ctx.listRelated(dataset);
  return { dataset, baseUrl, escrowDays: ctx.config.ESCROW_DAYS, related };
}
