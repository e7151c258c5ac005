/** Serves a picture of a dataset's sample, cached until its listing changes. */
import { MarketError } from "../../../market/errors.ts";
import { respond } from "../../../platform/http-answer.ts";
import { readId } from "../../kit/ids.ts";
import type { CatalogueContext } from "../context.ts";

const dataUrl = /^data:image\/webp;base64,([\w+/=]+)$/;
const headers = { "x-content-type-options": "nosniff" };

/** GET /datasets/{id}/pictures/{row}: a row of the sample, from 0. */
export async function sendPicture(
  ctx: CatalogueContext,
  request: Request,
  { id: givenId, row }: { id: string; row: string },
): Promise<Response> {
  const id = readId(givenId, "dataset_not_found", "No active dataset has this id.");
  const answer = await ctx.held.answer(id, `picture ${Number(row)}`, async () => {
    const { fileKey } = await ctx.getDataset(id);
    const sample = await ctx.getSampleRows(id);
    if (sample === "away") {
      throw new MarketError("storage_unavailable", "The picture cannot be read right now.");
    }
    const at = sample?.columns.findIndex(({ name }) => name === "thumbnail") ?? -1;
    const [, base64] = dataUrl.exec(String(sample?.rows[Number(row)]?.[at] ?? "")) ?? [];
    if (base64 === undefined) throw missing();
    return { body: Buffer.from(base64, "base64"), contentType: "image/webp", alsoOf: fileKey };
  });
  return respond(request, answer, headers);
}

function missing(): MarketError {
  return new MarketError("sample_not_available", "The sample has no such picture.");
}
