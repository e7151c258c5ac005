import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { createCollection } from "../../../market/collection/create-collection.ts";
import { deleteCollection } from "../../../market/collection/delete-collection.ts";
import { placeDataset } from "../../../market/collection/place-dataset.ts";
import {
  getOwnerCollection,
  getSaving,
  listNameableSellers,
  listOwnerCollections,
} from "../../../market/collection/read.ts";
import { removeDataset } from "../../../market/collection/remove-dataset.ts";
import { collectionBody, placeBody } from "../../../market/collection/schemas.ts";
import { updateCollection } from "../../../market/collection/update-collection.ts";
import type { Context } from "../../../market/context.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

/** The values of the form; an empty seller names nobody. */
export type CollectionFields = {
  title: string;
  description: string;
  visibility: string;
  seller_id: string;
};

const bodyOf = ({ title, description, visibility, seller_id: seller }: CollectionFields) =>
  parseForm(collectionBody, {
    title,
    description: description.trim() === "" ? null : description,
    visibility,
    seller_id: seller === "" ? null : seller,
  });

export function collectionUseCases(ctx: Context) {
  return {
    /** Newest first. */
    listCollections: async (owner: OwnerActor, page: PageWanted) =>
      pageOf(await listOwnerCollections(ctx, owner, page)),
    getCollection: (owner: OwnerActor, id: string, page: PageWanted) =>
      getOwnerCollection(ctx, owner, id, page),
    listNameableSellers: (owner: OwnerActor) => listNameableSellers(ctx, owner),
    getSaving: (owner: OwnerActor, datasetId: string) => getSaving(ctx, owner, datasetId),
    makeCollection: async (owner: OwnerActor, fields: CollectionFields): Promise<string> =>
      (await createCollection(ctx, owner, bodyOf(fields))).id,
    changeCollection: async (
      owner: OwnerActor,
      id: string,
      fields: CollectionFields,
    ): Promise<void> => {
      await updateCollection(ctx, owner, id, bodyOf(fields));
    },
    deleteCollection: async (owner: OwnerActor, id: string): Promise<void> => {
      await deleteCollection(ctx, owner, id);
    },
    /** Without a position: last, if it is not there yet. */
    placeDataset: async (
      owner: OwnerActor,
      at: { id: string; datasetId: string },
      position?: string,
    ): Promise<void> => {
      const place = position === undefined ? {} : { position: Number(position) };
      await placeDataset(ctx, owner, at, parseForm(placeBody, place));
    },
    removeDataset: async (
      owner: OwnerActor,
      at: { id: string; datasetId: string },
    ): Promise<void> => {
      await removeDataset(ctx, owner, at);
    },
  };
}
