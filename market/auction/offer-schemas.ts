import { z } from "zod";
import { allowDuplicate } from "../held-file/schemas.ts";
import { PAYMENT_METHOD_ID_CHARS_MAX } from "../limits.ts";
import { idSchema, instantSchema, line, linksSchema, paginationSchema } from "../text.ts";
import { offerStatuses } from "./rules.ts";

export const offerBody = z
  .strictObject({
    payment_method_id: line(PAYMENT_METHOD_ID_CHARS_MAX).meta({
      description: "One of the account's payment methods; `GET /operator/me` lists them.",
      example: "pm_1Q0PsIJvEtkwdCNYMSaVuRz6",
    }),
    allow_duplicate: allowDuplicate,
  })
  .meta({ id: "OfferBody" });

/** A won licence, or an offer after its winner did not pay. */
export const offerView = z
  .object({
    id: idSchema,
    dataset_id: idSchema,
    status: z.enum(offerStatuses).meta({
      description:
        "`won` and `charging`: the card is being charged. `unpaid`: it was declined; pay with another " +
        "one by `due_at`. `offered`: the winner did not pay; you can accept it by `due_at`. " +
        "`lapsed`: not paid in time. `declined`: you declined the offer.",
    }),
    price_cents: z.int(),
    currency: z.string(),
    due_at: instantSchema.nullable(),
    purchase_id: idSchema.nullable(),
    links: linksSchema,
  })
  .meta({ id: "Offer" });

export const offersView = z
  .object({ items: z.array(offerView), pagination: paginationSchema })
  .meta({ id: "OfferPage" });

export type OfferBody = z.infer<typeof offerBody>;
export type OfferView = z.infer<typeof offerView>;
export type OffersView = z.infer<typeof offersView>;
