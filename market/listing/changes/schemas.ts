import { z } from "zod";
import { provenanceFields } from "../provenance/schemas.ts";
import { draftPatch } from "../schemas.ts";

const { title, description, category, tags, license, price_cents, contract, plans, trial } =
  draftPatch.shape;

/** `PATCH /listings/{id}`: the draft fields that may change after publication. */
export const listingPatch = z
  .strictObject({
    ...{ title, description, category, tags, license, price_cents, contract, plans, trial },
    ...provenanceFields,
  })
  .meta({ id: "ListingPatch" });

export type ListingPatch = z.infer<typeof listingPatch>;
