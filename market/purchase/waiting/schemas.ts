import { z } from "zod";
import { planIntervals } from "../../../db/vocabulary/listing.ts";
import { waitingStates } from "../../../db/vocabulary/purchase.ts";
import { cursorOrOffset, walkQuery } from "../../list-shapes.ts";
import { idSchema, instantSchema, linksSchema, paginationSchema } from "../../text.ts";
import { WAITING_PURCHASE_TTL_HOURS } from "../limits.ts";

export const waitingPurchasesQuery = z
  .strictObject({ ...walkQuery, status: z.enum(waitingStates).optional() })
  .superRefine(cursorOrOffset);

export const waitingPurchaseView = z
  .object({
    id: idSchema,
    status: z.enum(waitingStates).meta({
      description:
        "`waiting`: the owner has not answered, and nothing is charged. `approved`: `purchase_id` or " +
        "`bundle_purchase_id` was opened. `refused` by the owner, `cancelled` by an agent or with its key, `superseded` by " +
        "other terms or a purchase, `expired`: nothing was charged.",
    }),
    next_action: z.string().meta({ description: "What to do now, in words." }),
    dataset_id: idSchema.nullable().meta({ description: "Null for a bundle, as the version." }),
    dataset_title: z.string().meta({ description: "Or the bundle's, as of the request." }),
    dataset_version: z.int().nullable(),
    dataset_license: z.string().nullable().meta({ description: "The licence of the purchase." }),
    plan: z.enum(planIntervals).nullable().meta({ description: "Of a subscription." }),
    bundle_id: idSchema.nullable(),
    datasets: z
      .array(
        z.object({
          dataset_id: idSchema,
          dataset_title: z.string(),
          dataset_version: z.int().nullable(),
          dataset_license: z.string().nullable(),
        }),
      )
      .meta({ description: "The bundle's; empty for a dataset." }),
    price_cents: z.int().meta({ description: "The charge if the owner approves; never more." }),
    currency: z.string(),
    sha256: z.string().nullable(),
    byte_size: z.int().nullable(),
    format: z.string().nullable(),
    created_at: instantSchema,
    expires_at: instantSchema.meta({
      description: `${WAITING_PURCHASE_TTL_HOURS} hours after the request.`,
    }),
    ended_at: instantSchema.nullable(),
    purchase_id: idSchema.nullable().meta({ description: "Set once approved." }),
    bundle_purchase_id: idSchema.nullable(),
    metadata: z.object({
      api_key_id: idSchema,
      api_key_name: z.string(),
      payment_method: z.object({ id: z.string(), brand: z.string(), last4: z.string() }),
    }),
    links: linksSchema.meta({
      description: "`confirm` is the page on which the signed-in owner approves or refuses.",
    }),
  })
  .meta({ id: "WaitingPurchase" });

export const waitingPurchasesView = z
  .object({ items: z.array(waitingPurchaseView), pagination: paginationSchema })
  .meta({ id: "WaitingPurchasePage" });

export type WaitingPurchasesQuery = z.infer<typeof waitingPurchasesQuery>;
export type WaitingPurchaseView = z.infer<typeof waitingPurchaseView>;
