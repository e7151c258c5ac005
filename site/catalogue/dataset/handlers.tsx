/** A dataset's page. It is cached as a whole; views with a row search or other columns are not. */

import { TABLE_NAME_CHARS_MAX } from "../../../market/catalogue/limits.ts";
import { earlier } from "../../../market/catalogue/rules.ts";
import { firstCharacters } from "../../../market/characters.ts";
import { MarketError } from "../../../market/errors.ts";
import { CURSOR_CHARS_MAX } from "../../../market/limits.ts";
import { addressesOf } from "../../../market/service.ts";
import { type Rendered, toAnswer } from "../../../platform/http-answer.ts";
import { isAuctionLive } from "../../buy/auction-figures.tsx";
import { readId } from "../../kit/ids.ts";
import { heldPage, PAGE_CONTENT_TYPE } from "../../kit/respond.ts";
import type { CatalogueContext } from "../context.ts";
import type { ShownColumns } from "./column-pager.tsx";
import { DatasetPage } from "./detail-page.tsx";
import { renderProse } from "./prose.ts";

const columnsShown = 50;
const wordsCharsMax = 100;
const reviewsShown = 20;
/** The other listings named on the page can change without invalidating it. */
const relatedFreshSeconds = 600;

type DatasetPageQuery = {
  table: string | undefined;
  shown: ShownColumns;
  words: string;
  /** The newest version in the list; undefined: the version on sale. */
  versionsTo: number | undefined;
  /** The cursor at which the reviews continue; undefined: the latest. */
  reviewsFrom: string | undefined;
};

/** GET /datasets/{id} from a browser. */
export async function showDataset(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "dataset_not_found", "No active dataset has this id.");
  const wish = readWish(new URL(request.url).searchParams);
  const render = () => renderDataset(ctx, id, wish);
  const answer = isPlain(wish)
    ? await ctx.held.answer(id, "page", render)
    : toAnswer(await render());
  return heldPage(request, answer);
}

function isPlain({ table, shown, words, versionsTo, reviewsFrom }: DatasetPageQuery): boolean {
  const isWhole = table === undefined && versionsTo === undefined && reviewsFrom === undefined;
  return isWhole && shown.first === 0 && words === "";
}

/** Invalid values show the first columns of the default table. */
function readWish(query: URLSearchParams): DatasetPageQuery {
  const column = query.get("column") ?? "0";
  const first = /^\d{1,6}$/.test(column) ? Number(column) : 0;
  const versionsTo = query.get("versions_to") ?? "";
  return {
    table: firstCharacters(query.get("table") ?? "", TABLE_NAME_CHARS_MAX) || undefined,
    shown: { first, count: columnsShown },
    words: (query.get("rows") ?? "").trim().slice(0, wordsCharsMax),
    versionsTo: /^\d{1,6}$/.test(versionsTo) ? Number(versionsTo) : undefined,
    reviewsFrom: query.get("reviews")?.slice(0, CURSOR_CHARS_MAX) || undefined,
  };
}

/** An invalid cursor shows the beginning of the list. */
async function listReviews(ctx: CatalogueContext, id: string, cursor: string | undefined) {
  const limit = reviewsShown;
  try {
    return await ctx.listReviews(id, { limit, cursor });
  } catch (error) {
    const isForeign = error instanceof MarketError && error.code === "invalid_request";
    if (!isForeign) throw error;
    return ctx.listReviews(id, { limit });
  }
}

async function renderDataset(
  ctx: CatalogueContext,
  id: string,
  { table, shown, words, versionsTo, reviewsFrom }: DatasetPageQuery,
): Promise<Rendered & { alsoOf?: string | undefined }> {
  const { dataset, freshUntil, fileKey } = await ctx.getDataset(id);
  const [profile, sample, prose, reviews, versions, related] = await Promise.all([
    ctx.getProfilePart(id, shown, table),
    ctx.getSampleRows(id, table),
    renderProse(dataset.description),
    listReviews(ctx, id, reviewsFrom),
    ctx.listPublicVersions(id, versionsTo),
    ctx.listRelated(dataset),
  ]);
  const { baseUrl, mcpUrl } = addressesOf(ctx.config);
  const followsAuction = isAuctionLive(dataset.auction);
  const found = { dataset, profile, sample, reviews, versions, related, prose, followsAuction };
  const body = await (
    <DatasetPage {...found} {...{ shown, table, words, baseUrl, mcpUrl, reviewsFrom }} />
  );
  // If the store could not return the sample, the page expires at once, so that it is tried again.
  const namesOthers = related.joinable.length + related.sameFile.length > 0;
  const relatedUntil = new Date(ctx.now().getTime() + relatedFreshSeconds * 1000);
  const until = namesOthers ? earlier(freshUntil, relatedUntil) : freshUntil;
  const again = sample === "away" ? ctx.now() : until;
  return { body, contentType: PAGE_CONTENT_TYPE, freshUntil: again, alsoOf: fileKey };
}
