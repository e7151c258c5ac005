import { type MatchWithDataset, pageMatches } from "../../db/queries/saved-searches/matches.ts";
import {
  findSavedSearch,
  pageSavedSearches,
  type SavedSearchRow,
} from "../../db/queries/saved-searches/saved-searches.ts";
import { viewDataset } from "../catalogue/dataset-view.ts";
import type { Context } from "../context.ts";
import { type Keeper, scopeOf } from "../event/keeper.ts";
import { idShape } from "../list-cursor.ts";
import { readPage } from "../pagination.ts";
import { requireSavedSearch, viewSavedSearch } from "./saved-search-view.ts";
import type {
  PageQuery,
  SavedSearchesView,
  SavedSearchView,
  SearchMatchesView,
} from "./schemas.ts";

/** Errors: saved_search_not_found. */
export async function getSavedSearch(
  ctx: Context,
  actor: Keeper,
  searchId: string,
): Promise<SavedSearchView> {
  const search = await findSavedSearch(ctx.db, scopeOf(actor), searchId);
  requireSavedSearch(search);
  return viewSavedSearch(ctx, search);
}

/** The principal's saved searches, newest first. */
export async function listSavedSearches(
  ctx: Context,
  actor: Keeper,
  page: PageQuery,
): Promise<SavedSearchesView> {
  const list = { name: "saved searches", shape: idShape, keyOf: ({ id }: SavedSearchRow) => id };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageSavedSearches(ctx.db, scopeOf(actor), slice),
  );
  return { items: rows.map((search) => viewSavedSearch(ctx, search)), pagination };
}

/**
 * Its matches since it was saved, latest first.
 * Errors: saved_search_not_found, invalid_request (a foreign cursor).
 */
export async function listSearchMatches(
  ctx: Context,
  actor: Keeper,
  searchId: string,
  page: PageQuery,
): Promise<SearchMatchesView> {
  const search = await findSavedSearch(ctx.db, scopeOf(actor), searchId);
  requireSavedSearch(search);
  const list = {
    name: `matches ${searchId}`,
    shape: idShape,
    keyOf: ({ match }: MatchWithDataset) => match.id,
  };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageMatches(ctx.db, searchId, slice),
  );
  return {
    saved_search: viewSavedSearch(ctx, search),
    items: rows.map(({ match, dataset }) => ({
      id: match.id,
      dataset_id: match.listingId,
      dataset_version: match.version,
      matched_at: match.matchedAt.toISOString(),
      dataset: dataset === null ? null : viewDataset(ctx, dataset),
    })),
    pagination,
  };
}
