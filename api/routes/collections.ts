import { collections } from "../../market/collection/contract.ts";
import { createCollection } from "../../market/collection/create-collection.ts";
import { deleteCollection } from "../../market/collection/delete-collection.ts";
import { placeDataset } from "../../market/collection/place-dataset.ts";
import {
  getCollection,
  listCollectionDatasets,
  listCollections,
  listSellerCollections,
} from "../../market/collection/read.ts";
import { removeDataset } from "../../market/collection/remove-dataset.ts";
import { updateCollection } from "../../market/collection/update-collection.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const collectionRoutes = (edge: Edge) =>
  bind(edge, collections, {
    createCollection: (ctx, caller, { body }) => createCollection(ctx, caller, body),
    listCollections: (ctx, caller, { query }) => listCollections(ctx, caller, query),
    getCollection: (ctx, caller, { params }) => getCollection(ctx, caller, params.id),
    updateCollection: (ctx, caller, { params, body, precondition }) =>
      updateCollection(ctx, caller, params.id, body, precondition),
    deleteCollection: (ctx, caller, { params }) => deleteCollection(ctx, caller, params.id),
    listCollectionDatasets: (ctx, caller, { params, query }) =>
      listCollectionDatasets(ctx, caller, params.id, query),
    placeDataset: (ctx, caller, { params, body }) =>
      placeDataset(ctx, caller, { id: params.id, datasetId: params.dataset_id }, body),
    removeDataset: (ctx, caller, { params }) =>
      removeDataset(ctx, caller, { id: params.id, datasetId: params.dataset_id }),
    listSellerCollections: (ctx, _caller, { params, query }) =>
      listSellerCollections(ctx, params.id, query),
  });
