import { search } from "../../market/search/contract.ts";
import { findNear } from "../../market/search/embed/find-near.ts";
import { searchDatasets } from "../../market/search/search-datasets.ts";
import { suggestSearches } from "../../market/search/suggest/suggest-searches.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { createSearchCounter } from "../http/count-visits.ts";

export function searchRoutes(edge: Edge) {
  const countSearch = createSearchCounter(edge.audience);
  return bind(edge, search, {
    searchDatasets: {
      act: (ctx, _caller, { query }) => searchDatasets(ctx, query, findNear),
      note: ({ request, input }, found) => countSearch(request, input.query, found),
    },
    suggestSearches: (ctx, _caller, { query }) => suggestSearches(ctx, query),
  });
}
