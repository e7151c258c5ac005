/** The listing in the views of what belongs to one. */
import { z } from "zod";
import { listingStatuses } from "../../db/vocabulary/listing.ts";
import { idSchema } from "../text.ts";

export const listingReference = z
  .object({ id: idSchema, title: z.string(), status: z.enum(listingStatuses) })
  .meta({ id: "ListingReference", description: "The dataset of this entry." });
