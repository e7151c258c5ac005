import { findDatasetFile } from "../../db/queries/catalogue/catalogue.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { contactSheetPath } from "../profile/rules.ts";
import type { Sample } from "../profile/schemas.ts";
import { chooseSampleFormat, type SampleWish } from "./rules.ts";
import { renderSample } from "./sample-view.ts";

/**
 * The sample in the wished format. Errors: dataset_not_found, sample_not_available,
 * format_not_offered.
 */
export async function getSample(
  ctx: Context,
  datasetId: string,
  wish: SampleWish,
): Promise<{ body: string | Uint8Array; contentType: string }> {
  const file = await findDatasetFile(ctx.db, datasetId);
  if (file === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  if (file.samplePath === null) {
    throw new MarketError("sample_not_available", "The file's format gives no sample.");
  }
  const format = chooseSampleFormat(wish, file.listing.format);
  if (format === "webp") return await readContactSheet(ctx, file.samplePath);
  const text = await new Response(await ctx.storage.read(file.samplePath)).text();
  return renderSample(JSON.parse(text) as Sample, format);
}

/** There is none where no picture of the sample could be decoded. */
async function readContactSheet(
  ctx: Context,
  samplePath: string,
): Promise<{ body: Uint8Array; contentType: string }> {
  const path = contactSheetPath(samplePath);
  if ((await ctx.storage.head(path)) === null) {
    throw new MarketError("format_not_offered", "No picture of the sample could be shown.");
  }
  const sheet = await new Response(await ctx.storage.read(path)).arrayBuffer();
  return { body: new Uint8Array(sheet), contentType: "image/webp" };
}
