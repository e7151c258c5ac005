/** The page of one dataset: held whole, but for what somebody looks for in its rows or other columns. */

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
/** Other listings that the page names change without telling it. */
const relatedFreshSeconds = 600;

type DatasetPageQuery = {
  table: string | undefined;
  shown: ShownColumns;
  words: string;
  /** The newest version in the list; undefined: the one on sale. */
  versionsTo: number | undefined;
  /** Where the reviews go on; undefined: at the latest. */
  reviewsFrom: string | undefined;
};

/** GET /datasets/{id} of a browser */
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
  return heldPage(request, answer, { scripts: true });
}

function isPlain({ table, shown, words, versionsTo, reviewsFrom }: DatasetPageQuery): boolean {
  const isWhole = table === undefined && versionsTo === undefined && reviewsFrom === undefined;
  return isWhole && shown.first === 0 && words === "";
}

/** Nonsense shows the first columns of the default table. */
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

/** What is no cursor of this list shows its beginning. */
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
  // What the store could not give just now is asked for again.
  const namesOthers = related.joinable.length + related.sameFile.length > 0;
  const relatedUntil = new Date(ctx.now().getTime() + relatedFreshSeconds * 1000);
  const until = namesOthers ? earlier(freshUntil, relatedUntil) : freshUntil;
  const again = sample === "away" ? ctx.now() : until;
  return { body, contentType: PAGE_CONTENT_TYPE, freshUntil: again, alsoOf: fileKey };
}
