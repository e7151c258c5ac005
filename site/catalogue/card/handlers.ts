/** Serves a dataset's picture, cached until its listing changes. */
import { respond } from "../../../platform/http-answer.ts";
import { drawPicture } from "../../../platform/pictures/draw-picture.ts";
import { readId } from "../../kit/ids.ts";
import type { CatalogueContext } from "../context.ts";
import { datasetCard } from "./dataset-card.ts";

/** The columns to search for ones that can be drawn. */
const columnsRead = 30;

/** Other sites may embed it. */
const headers = {
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

/** GET /datasets/{id}/card.png */
export async function sendCard(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "dataset_not_found", "No active dataset has this id.");
  const answer = await ctx.held.answer(id, "card", async () => {
    const { dataset, fileKey } = await ctx.getDataset(id);
    const profile = await ctx.getProfilePart(id, { first: 0, count: columnsRead });
    const { svg, words } = datasetCard(dataset, profile);
    const body = await drawPicture(svg, words);
    return { body, contentType: "image/png", alsoOf: fileKey };
  });
  return respond(request, answer, headers);
}
