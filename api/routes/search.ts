import { search } from "../../market/search/contract.ts";
import { findNear } from "../../market/search/embed/find-near.ts";
import { searchDatasets } from "../../market/search/search-datasets.ts";
import { suggestSearches } from "../../market/search/suggest/suggest-searches.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const searchRoutes = (edge: Edge) =>
  bind(edge, search, {
    searchDatasets: (ctx, _caller, { query }) => searchDatasets(ctx, query, findNear),
    suggestSearches: (ctx, _caller, { query }) => suggestSearches(ctx, query),
  });
