/** A seller's page, cached for as long as its figures. */
import { MarketError } from "../../market/errors.ts";
import { searchQuery } from "../../market/search/schemas.ts";
import { type Rendered, toAnswer } from "../../platform/http-answer.ts";
import type { CatalogueContext } from "../catalogue/context.ts";
import { readId } from "../kit/ids.ts";
import { cachedPage, PAGE_CONTENT_TYPE, taggedPage } from "../kit/respond.ts";
import { SellerPage } from "./seller-page.tsx";

const listingsShown = "20";
const collectionsShown = 6;
const bundlesShown = 6;

/** GET /sellers/{id} from a browser. */
export async function showSeller(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "seller_not_found", "No seller has this id.");
  const cursor = new URL(request.url).searchParams.get("cursor");
  const render = () => renderSeller(ctx, id, cursor);
  if (cursor !== null) return taggedPage(request, toAnswer(await render()));
  return cachedPage(request, ctx.held, [id, "seller page"], render);
}

/** An invalid cursor shows the beginning of the list. */
async function renderSeller(
  ctx: CatalogueContext,
  id: string,
  cursor: string | null,
): Promise<Rendered> {
  const wish = { seller: id, sort: "newest", limit: listingsShown };
  const asked = searchQuery.safeParse(cursor === null ? wish : { ...wish, cursor });
  const query = asked.success ? asked.data : searchQuery.parse(wish);
  const { seller, freshUntil } = await ctx.getSeller(id);
  const found = await ctx.searchDatasets(query).catch(async (error: unknown) => {
    if (!(error instanceof MarketError) || cursor === null) throw error;
    return ctx.searchDatasets(searchQuery.parse(wish));
  });
  const collections = await ctx.listSellerCollections(id, { limit: collectionsShown, offset: 0 });
  const bundles = await ctx.listSellerBundles(id, { limit: bundlesShown, offset: 0 });
  const thumbnails = await ctx.listThumbnails(found.items.map(({ id }) => id));
  const lists = { found, collections, bundles: bundles.items };
  const page = { seller, ...lists, thumbnails, now: ctx.now(), isPage: cursor !== null };
  const body = await (<SellerPage {...page} />);
  return { body, contentType: PAGE_CONTENT_TYPE, freshUntil };
}
