import { savedSearches } from "../../market/saved-search/contract.ts";
import { createSavedSearch } from "../../market/saved-search/create-saved-search.ts";
import { deleteSavedSearch } from "../../market/saved-search/delete-saved-search.ts";
import {
  getSavedSearch,
  listSavedSearches,
  listSearchMatches,
} from "../../market/saved-search/read.ts";
import { updateSavedSearch } from "../../market/saved-search/update-saved-search.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const savedSearchRoutes = (edge: Edge) =>
  bind(edge, savedSearches, {
    createSavedSearch: (ctx, caller, { body }) => createSavedSearch(ctx, caller, body),
    listSavedSearches: (ctx, caller, { query }) => listSavedSearches(ctx, caller, query),
    getSavedSearch: (ctx, caller, { params }) => getSavedSearch(ctx, caller, params.id),
    updateSavedSearch: (ctx, caller, { params, body, precondition }) =>
      updateSavedSearch(ctx, caller, params.id, body, precondition),
    deleteSavedSearch: (ctx, caller, { params }) => deleteSavedSearch(ctx, caller, params.id),
    listSearchMatches: (ctx, caller, { params, query }) =>
      listSearchMatches(ctx, caller, params.id, query),
  });
