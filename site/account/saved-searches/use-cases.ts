import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { createSavedSearch } from "../../../market/saved-search/create-saved-search.ts";
import { deleteSavedSearch } from "../../../market/saved-search/delete-saved-search.ts";
import { SAVED_SEARCHES_PER_PRINCIPAL_MAX } from "../../../market/saved-search/limits.ts";
import { getOwnerSearch, listOwnerSearches } from "../../../market/saved-search/owner-searches.ts";
import { listSearchMatches } from "../../../market/saved-search/read.ts";
import { savedSearchBody, savedSearchPatch } from "../../../market/saved-search/schemas.ts";
import { updateSavedSearch } from "../../../market/saved-search/update-saved-search.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";
import { asksForSame, type SearchForm } from "./fields.ts";

export function savedSearchUseCases(ctx: Context) {
  return {
    /** Newest first. */
    listSavedSearches: async (owner: OwnerActor, page: PageWanted) =>
      pageOf(await listOwnerSearches(ctx, owner, page)),
    getSavedSearch: (owner: OwnerActor, id: string) => getOwnerSearch(ctx, owner, id),
    /** Newest first. */
    listSearchMatches: async (owner: OwnerActor, id: string, page: PageWanted) =>
      pageOf(await listSearchMatches(ctx, owner, id, page)),
    saveSearch: async (owner: OwnerActor, search: SearchForm): Promise<{ id: string }> =>
      createSavedSearch(ctx, owner, parseForm(savedSearchBody, search)),
    /** As `saveSearch`; a search that the owner already has is not saved again. */
    saveNewSearch: async (owner: OwnerActor, search: SearchForm): Promise<{ id: string }> => {
      const limit = SAVED_SEARCHES_PER_PRINCIPAL_MAX;
      const { items } = await listOwnerSearches(ctx, owner, { limit, offset: 0 });
      const same = items.find(
        ({ agent_name, parameters }) =>
          agent_name === null && asksForSame(parameters, search.parameters),
      );
      return same ?? createSavedSearch(ctx, owner, parseForm(savedSearchBody, search));
    },
    /**
     * Leaves the filters unchanged if the form has the same ones, because a change would end a
     * pause.
     */
    changeSearch: async (owner: OwnerActor, id: string, search: SearchForm): Promise<void> => {
      const kept = await getOwnerSearch(ctx, owner, id);
      const { parameters, ...rest } = search;
      const isSame = asksForSame(kept.parameters, parameters);
      const patch = parseForm(savedSearchPatch, isSame ? rest : search);
      await updateSavedSearch(ctx, owner, id, patch);
    },
    pauseSearch: async (owner: OwnerActor, id: string, paused: boolean): Promise<void> => {
      await updateSavedSearch(ctx, owner, id, { paused });
    },
    deleteSearch: async (owner: OwnerActor, id: string): Promise<void> => {
      await deleteSavedSearch(ctx, owner, id);
    },
  };
}
