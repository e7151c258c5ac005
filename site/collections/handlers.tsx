/** The public pages of collections. */
import { toAnswer } from "../../platform/http-answer.ts";
import type { CatalogueContext } from "../catalogue/context.ts";
import { readId } from "../kit/ids.ts";
import { pageWanted } from "../kit/paging.ts";
import { PAGE_CONTENT_TYPE, taggedPage } from "../kit/respond.ts";
import { PublicCollectionPage } from "./collection-page.tsx";
import { SellerCollectionsPage } from "./seller-page.tsx";

/** GET /collections/{id} from a browser. */
export async function showPublicCollection(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "collection_not_found", "No public collection has this id.");
  const url = new URL(request.url);
  const wanted = pageWanted(url);
  const [collection, { items }] = await Promise.all([
    ctx.getCollection(id),
    ctx.listCollectionDatasets(id, wanted),
  ]);
  const datasets = items.flatMap(({ dataset }) => dataset ?? []);
  const thumbnails = await ctx.listThumbnails(datasets.map((one) => one.id));
  const page = { collection, datasets, thumbnails, now: ctx.now(), url, wanted };
  const body = await (<PublicCollectionPage {...page} />);
  return taggedPage(request, toAnswer({ body, contentType: PAGE_CONTENT_TYPE }));
}

/** GET /sellers/{id}/collections from a browser. */
export async function showSellerCollections(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "seller_not_found", "No seller has this id.");
  const url = new URL(request.url);
  const wanted = pageWanted(url);
  const [{ seller }, { items: collections, pagination }] = await Promise.all([
    ctx.getSeller(id),
    ctx.listSellerCollections(id, wanted),
  ]);
  const page = { seller, collections, total: pagination.total, url, wanted };
  const body = await (<SellerCollectionsPage {...page} />);
  return taggedPage(request, toAnswer({ body, contentType: PAGE_CONTENT_TYPE }));
}
