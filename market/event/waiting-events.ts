import { z } from "zod";
import { waitingStates } from "../../db/vocabulary/purchase.ts";
import { idSchema, instantSchema } from "../text.ts";

const waitingData = z.object({
  waiting_purchase_id: idSchema,
  dataset_id: idSchema.nullable(),
  dataset_version: z.int().nullable(),
  bundle_id: idSchema.nullable(),
  price_cents: z.int().min(0),
  currency: z.string().meta({ example: "usd" }),
});

export const waitingEvents = {
  "waiting_purchase.opened": {
    subject: "waiting_purchase",
    told: "the operator whose key requested it",
    when: "A purchase above the key's `confirm_above_cents` waits for the owner's approval. Nothing is charged.",
    data: waitingData.extend({ expires_at: instantSchema }),
  },
  "waiting_purchase.ended": {
    subject: "waiting_purchase",
    told: "the operator whose key requested it",
    when: "The purchase no longer waits; only `approved` opens a purchase, or those of a bundle.",
    data: waitingData.extend({
      status: z.enum(waitingStates).exclude(["waiting"]),
      purchase_id: idSchema.nullable(),
      bundle_purchase_id: idSchema.nullable(),
    }),
  },
} as const;
