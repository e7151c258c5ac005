/** The wire shapes of what was won in auctions and has to be paid. */
import { z } from "zod";
import { PAYMENT_METHOD_ID_CHARS_MAX } from "../limits.ts";
import { allowDuplicate } from "../purchase/identical/schemas.ts";
import { idSchema, instantSchema, line, paginationSchema } from "../text.ts";
import { offerStatuses } from "./rules.ts";

export const offerBody = z
  .strictObject({
    payment_method_id: line(PAYMENT_METHOD_ID_CHARS_MAX).meta({
      description: "A payment method of the account; `GET /operator/me` lists them.",
      example: "pm_1Q0PsIJvEtkwdCNYMSaVuRz6",
    }),
    allow_duplicate: allowDuplicate,
  })
  .meta({ id: "OfferBody" });

/** What somebody won, or is offered after who won did not pay. */
export const offerView = z
  .object({
    id: idSchema,
    dataset_id: idSchema,
    status: z.enum(offerStatuses).meta({
      description:
        "`won` and `charging`: the card is being charged. `unpaid`: it was declined, pay by `due_at` " +
        "with another one. `offered`: who won did not pay, it is yours if you accept by `due_at`. " +
        "`lapsed`: not paid in time. `declined`: you turned the offer down.",
    }),
    price_cents: z.int(),
    currency: z.string(),
    due_at: instantSchema.nullable(),
    purchase_id: idSchema.nullable(),
    links: z.record(z.string(), z.url()),
  })
  .meta({ id: "Offer" });

export const offersView = z
  .object({ items: z.array(offerView), pagination: paginationSchema })
  .meta({ id: "OfferPage" });

export type OfferBody = z.infer<typeof offerBody>;
export type OfferView = z.infer<typeof offerView>;
export type OffersView = z.infer<typeof offersView>;
