import { recommendations } from "../../market/recommendation/contract.ts";
import { recommendDataset } from "../../market/recommendation/recommend-dataset.ts";
import { findNear } from "../../market/search/embed/find-near.ts";
import { searchDatasets } from "../../market/search/search-datasets.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const recommendationRoutes = (edge: Edge) =>
  bind(edge, recommendations, {
    recommendDataset: (_ctx, _caller, { body }) => {
      const { reads } = edge;
      return recommendDataset(reads, (query) => searchDatasets(reads, query, findNear), body);
    },
  });
