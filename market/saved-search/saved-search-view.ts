import type { SavedSearchRow } from "../../db/queries/saved-searches/saved-searches.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { view } from "../view.ts";
import { searchAddress } from "./parameters.ts";
import { type SavedSearchView, savedSearchView } from "./schemas.ts";

export function viewSavedSearch(
  { config: { PUBLIC_BASE_URL: baseUrl } }: Pick<Context, "config">,
  search: SavedSearchRow,
): SavedSearchView {
  const self = `${baseUrl}/saved-searches/${search.id}`;
  return view(savedSearchView, search, {
    parameters: search.parameters as SavedSearchView["parameters"],
    paused: search.pausedAt !== null,
    links: {
      self,
      matches: `${self}/matches`,
      search: searchAddress(baseUrl, search.parameters),
    },
  });
}

/** Errors: saved_search_not_found, also for another principal's. */
export function requireSavedSearch(
  search: SavedSearchRow | null,
): asserts search is SavedSearchRow {
  if (search !== null) return;
  throw new MarketError("saved_search_not_found", "You have no saved search with this id.");
}
