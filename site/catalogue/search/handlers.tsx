import { MarketError } from "../../../market/errors.ts";
import { problems } from "../../../market/problem/problems.ts";
import { type SearchView, searchQuery } from "../../../market/search/schemas.ts";
import { respond, toAnswer } from "../../../platform/http-answer.ts";
import { readQuery } from "../../../platform/query-parameters.ts";
import { PAGE_CONTENT_TYPE, redirectTo, taggedPage } from "../../kit/respond.ts";
import { withoutEmpty } from "../../kit/without-empty.ts";
import type { CatalogueContext } from "../context.ts";
import { searchPath } from "./address.ts";
import { ATOM_CONTENT_TYPE, atomFeed } from "./feed.ts";
import { CataloguePage } from "./list-page.tsx";
import { OPEN_SEARCH_CONTENT_TYPE, openSearchXml } from "./open-search.ts";
import { type ReadSearch, readSearch } from "./read-search.ts";

/**
 * GET /datasets from a browser. Redirects first to remove a form's empty fields from the address.
 */
export async function showCatalogue(ctx: CatalogueContext, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const shorter = withoutEmpty(url);
  if (shorter !== null) return redirectTo(shorter);
  const search = readSearch(url.searchParams);
  const found = await findUnlessStale(ctx, search);
  if (found === null) return redirectTo(searchPath(search.parameters, {}));
  ctx.countSearch(request, search.query, found);
  const { PUBLIC_BASE_URL: baseUrl, CURRENCY: currency } = ctx.config;
  const thumbnails = await ctx.listThumbnails(found.items.map(({ id }) => id));
  const now = ctx.now();
  const body = await (<CataloguePage {...{ search, found, thumbnails, baseUrl, currency, now }} />);
  return taggedPage(request, toAnswer({ body, contentType: PAGE_CONTENT_TYPE }));
}

/** GET /datasets.atom: a search's newest results. Refuses invalid parameters. */
export async function sendFeed(ctx: CatalogueContext, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const asked = { sort: "newest", ...readQuery(searchParams) };
  const { success, data, error } = searchQuery.safeParse(asked);
  if (!success) {
    const [issue] = error.issues;
    const detail = `${issue?.path.join(".") ?? "The query"}: ${issue?.message ?? "is not valid"}`;
    throw new MarketError("invalid_request", detail);
  }
  const { items: hits } = await ctx.searchDatasets(data);
  const { PUBLIC_BASE_URL: baseUrl } = ctx.config;
  const title = searchParams.get("query") ?? "New datasets";
  const query = searchParams.size === 0 ? "" : `?${searchParams}`;
  const address = `${baseUrl}/datasets.atom${query}`;
  const page = `${baseUrl}/datasets${query}`;
  const body = atomFeed({ title, address, page, hits, now: ctx.now() });
  return respond(request, toAnswer({ body, contentType: ATOM_CONTENT_TYPE }));
}

/** GET /opensearch.xml */
export async function sendOpenSearch(ctx: CatalogueContext, request: Request): Promise<Response> {
  const body = openSearchXml(ctx.config.PUBLIC_BASE_URL);
  return respond(request, toAnswer({ body, contentType: OPEN_SEARCH_CONTENT_TYPE }));
}

/** Null if the cursor belongs to an expired search, which then starts again. */
async function findUnlessStale(
  ctx: CatalogueContext,
  { query }: ReadSearch,
): Promise<SearchView | null> {
  try {
    return await ctx.searchDatasets(query);
  } catch (error) {
    const isRefused = error instanceof MarketError && problems[error.code].status === 400;
    if (isRefused && query.cursor !== undefined) return null;
    throw error;
  }
}
