import { by, changedByItsKey, contract, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { deletedView, idParams } from "../text.ts";
import { COLLECTION_DATASETS_MAX, COLLECTIONS_PER_ACCOUNT_MAX } from "./limits.ts";
import {
  collectionBody,
  collectionItemsView,
  collectionPatch,
  collectionsQuery,
  collectionsView,
  collectionView,
  itemParams,
  placeBody,
} from "./schemas.ts";

const owner = by.operatorOrAgent("read");
const changing: ProblemCode[] = ["collection_not_found", "held_by_another_key"];

export const collections = contract("Collections", {
  createCollection: op({
    at: "POST /collections",
    by: owner,
    summary: "Make a collection of datasets",
    says: `Empty at first. At most ${COLLECTIONS_PER_ACCOUNT_MAX} for each account.`,
    idempotent: true,
    body: collectionBody,
    example: { title: "Rain in Europe", visibility: "public" },
    status: 201,
    answer: collectionView,
    gives: "The collection.",
    refuses: ["seller_not_found", "limit_reached"],
  }),
  listCollections: op({
    at: "GET /collections",
    by: owner,
    summary: "List the caller's collections",
    says: "Newest first.",
    query: collectionsQuery,
    answer: collectionsView,
    gives: "One page of collections.",
  }),
  getCollection: op({
    at: "GET /collections/{id}",
    by: by.anyoneOrEither("read"),
    summary: "Read a collection",
    says: "A public one, or the caller's own. Browsers get a page.",
    params: idParams,
    answer: collectionView,
    gives: "The collection.",
    refuses: ["collection_not_found"],
  }),
  updateCollection: op({
    at: "PATCH /collections/{id}",
    by: owner,
    summary: "Change a collection",
    says: `Changes only the fields given. ${changedByItsKey}`,
    matched: true,
    params: idParams,
    body: collectionPatch,
    example: { visibility: "public" },
    answer: collectionView,
    gives: "The changed collection.",
    refuses: [...changing, "seller_not_found"],
  }),
  deleteCollection: op({
    at: "DELETE /collections/{id}",
    by: owner,
    summary: "Delete a collection",
    says: `Its datasets stay on sale; follows of it end. ${changedByItsKey}`,
    params: idParams,
    answer: deletedView,
    gives: "It is deleted.",
    refuses: changing,
  }),
  listCollectionDatasets: op({
    at: "GET /collections/{id}/datasets",
    by: by.anyoneOrEither("read"),
    summary: "List a collection's datasets",
    says:
      "In its order. Only its keeper sees those that are no longer on sale. " +
      "`GET /datasets?collection=` searches within a public one.",
    params: idParams,
    query: collectionsQuery,
    answer: collectionItemsView,
    gives: "One page of datasets.",
    refuses: ["collection_not_found"],
  }),
  placeDataset: op({
    at: "PUT /collections/{id}/datasets/{dataset_id}",
    by: owner,
    summary: "Add a dataset to a collection, or move it",
    says:
      "Followers of a public collection get `collection.dataset_added`. At most " +
      `${COLLECTION_DATASETS_MAX} datasets. ${changedByItsKey}`,
    params: itemParams,
    body: placeBody,
    example: { position: 1 },
    answer: collectionView,
    gives: "The collection.",
    refuses: [...changing, "dataset_not_found", "limit_reached"],
  }),
  removeDataset: op({
    at: "DELETE /collections/{id}/datasets/{dataset_id}",
    by: owner,
    summary: "Remove a dataset from a collection",
    says: changedByItsKey,
    params: itemParams,
    answer: collectionView,
    gives: "The collection.",
    refuses: [...changing, "dataset_not_found"],
  }),
  listSellerCollections: op({
    at: "GET /sellers/{id}/collections",
    by: by.anyone,
    summary: "List a seller's public collections",
    says: "Newest first.",
    params: idParams,
    query: collectionsQuery,
    answer: collectionsView,
    gives: "One page of collections.",
    refuses: ["seller_not_found"],
  }),
});
