import {
  findOwnerSearch,
  type OwnerSearchRow,
  pageOwnerSearches,
} from "../../db/queries/saved-searches/owner-searches.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { offsetPagination } from "../pagination.ts";
import { requireSavedSearch, viewSavedSearch } from "./saved-search-view.ts";
import type { PageQuery, SavedSearchView } from "./schemas.ts";

export type OwnerSearchView = SavedSearchView & {
  /** The agent that owns it; null: the account itself. */
  agent_name: string | null;
  /** Kept matches, counted up to a thousand. */
  match_count: number;
};

/** The saved searches of an account and its agents, for its person; newest first. */
export async function listOwnerSearches(ctx: Context, owner: OwnerActor, page: PageQuery) {
  const { rows, total } = await pageOwnerSearches(ctx.db, owner.accountId, page);
  return {
    items: rows.map((row) => viewOwnerSearch(ctx, row)),
    pagination: offsetPagination({ ...page, total, count: rows.length }),
  };
}

/** Errors: saved_search_not_found. */
export async function getOwnerSearch(
  ctx: Context,
  owner: OwnerActor,
  searchId: string,
): Promise<OwnerSearchView> {
  const row = await findOwnerSearch(ctx.db, owner.accountId, searchId);
  requireSavedSearch(row?.search ?? null);
  if (row === null) throw new Error("a required search is missing");
  return viewOwnerSearch(ctx, row);
}

function viewOwnerSearch(ctx: Context, row: OwnerSearchRow): OwnerSearchView {
  const { search, agentName, matchCount } = row;
  return { ...viewSavedSearch(ctx, search), agent_name: agentName, match_count: matchCount };
}
