/** The tabs of a dataset's page. Each is cached as a whole; views with a choice of their own are not. */

import { TABLE_NAME_CHARS_MAX } from "../../../market/catalogue/limits.ts";
import { earlier } from "../../../market/catalogue/rules.ts";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { firstCharacters } from "../../../market/characters.ts";
import { MarketError } from "../../../market/errors.ts";
import { CURSOR_CHARS_MAX } from "../../../market/limits.ts";
import { addressesOf } from "../../../market/service.ts";
import { toAnswer } from "../../../platform/http-answer.ts";
import { readId } from "../../kit/ids.ts";
import { cachedPage, PAGE_CONTENT_TYPE, redirectTo, taggedPage } from "../../kit/respond.ts";
import { DatasetReviews } from "../../reviews/dataset-reviews.tsx";
import type { CatalogueContext } from "../context.ts";
import { renderSampleTab } from "../rows/handlers.tsx";
import { AboutTab } from "./about.tsx";
import { DatasetFrame } from "./frame.tsx";
import { frameOf } from "./frame-of.ts";
import { ProfileTab } from "./profile/profile-tab.tsx";
import { renderProse } from "./prose.ts";
import { type TabId, tabPath } from "./tabs.tsx";
import { UseTab } from "./use/use-tab.tsx";
import { Versions } from "./versions.tsx";

const columnsShown = 50;
const reviewsShown = 20;
/** The other listings named on the page can change without invalidating it. */
const relatedFreshSeconds = 600;

/** `isOver`: the page lacks something that may be there in a moment, so it is not cached. */
type TabContent = { html: JSX.Element; isOver?: boolean };
type TabRequest = { ctx: CatalogueContext; dataset: DatasetDetail; query: URLSearchParams };

/** What each tab shows below the frame. */
const contents: Record<TabId, (asked: TabRequest) => Promise<TabContent>> = {
  data: showData,
  profile: showProfile,
  use: async ({ ctx, dataset }) => ({
    html: <UseTab dataset={dataset} {...addressesOf(ctx.config)} />,
  }),
  versions: showVersions,
  reviews: showReviews,
  about: async ({ ctx, dataset }) => {
    const [prose, related] = await Promise.all([
      renderProse(dataset.description),
      ctx.listRelated(dataset),
    ]);
    return { html: <AboutTab {...{ dataset, prose, related }} /> };
  },
};

/** GET /datasets/{id} and its tabs from a browser. */
export async function showDataset(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
  tab: TabId,
): Promise<Response> {
  const id = readId(givenId, "dataset_not_found", "No active dataset has this id.");
  const query = new URL(request.url).searchParams;
  const moved = tab === "data" ? movedTo(id, query) : null;
  if (moved !== null) return redirectTo(moved);
  const render = () => renderTab(ctx, id, tab, query);
  if (query.size > 0) return taggedPage(request, toAnswer(await render()));
  return cachedPage(request, ctx.held, [id, `page ${tab}`], render);
}

/** Parts of the page that had parameters of the one page before there were tabs. */
const movedParts: [parameter: string, tab: TabId][] = [
  ["versions_to", "versions"],
  ["reviews", "reviews"],
];

function movedTo(id: string, query: URLSearchParams): string | null {
  const [, tab] = movedParts.find(([name]) => query.has(name)) ?? [];
  return tab === undefined ? null : `${tabPath(id, tab)}?${query}`;
}

async function renderTab(ctx: CatalogueContext, id: string, tab: TabId, query: URLSearchParams) {
  const { dataset, freshUntil, fileKey } = await ctx.getDataset(id);
  const [content, frame] = await Promise.all([
    contents[tab]({ ctx, dataset, query }),
    frameOf(ctx, dataset),
  ]);
  const body = await (
    <DatasetFrame {...frame} tab={tab} table={readTable(query)}>
      {content.html}
    </DatasetFrame>
  );
  const { joinable, sameFile } = frame.related;
  const namesOthers = joinable.length + sameFile.length > 0;
  const relatedUntil = new Date(ctx.now().getTime() + relatedFreshSeconds * 1000);
  const until = namesOthers ? earlier(freshUntil, relatedUntil) : freshUntil;
  const again = content.isOver === true ? ctx.now() : until;
  return { body, contentType: PAGE_CONTENT_TYPE, freshUntil: again, alsoOf: fileKey };
}

/** The table's name in the address; undefined: the default table. */
function readTable(query: URLSearchParams): string | undefined {
  return firstCharacters(query.get("table") ?? "", TABLE_NAME_CHARS_MAX) || undefined;
}

/** The position of the first shown column. Invalid values show the first columns. */
function readShown(query: URLSearchParams) {
  const column = query.get("column") ?? "0";
  return { first: /^\d{1,6}$/.test(column) ? Number(column) : 0, count: columnsShown };
}

async function showData({ ctx, dataset, query }: TabRequest): Promise<TabContent> {
  const { html, isAway } = await renderSampleTab(ctx, dataset, query);
  // If the store could not return the sample, the page expires at once, and the next request tries again.
  return { html, isOver: isAway };
}

async function showProfile({ ctx, dataset, query }: TabRequest): Promise<TabContent> {
  const [table, shown] = [readTable(query), readShown(query)];
  const profile = await ctx.getProfilePart(dataset.id, shown, table);
  return { html: <ProfileTab {...{ dataset, profile, shown, table }} /> };
}

async function showVersions({ ctx, dataset, query }: TabRequest): Promise<TabContent> {
  const given = query.get("versions_to") ?? "";
  const until = /^\d{1,6}$/.test(given) ? Number(given) : undefined;
  const versions = await ctx.listPublicVersions(dataset.id, until);
  return { html: <Versions {...{ dataset, versions }} /> };
}

async function showReviews({ ctx, dataset, query }: TabRequest): Promise<TabContent> {
  const cursor = query.get("reviews")?.slice(0, CURSOR_CHARS_MAX) || undefined;
  const reviews = await listReviews(ctx, dataset.id, cursor);
  return { html: <DatasetReviews {...{ dataset, reviews }} isOlder={cursor !== undefined} /> };
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
