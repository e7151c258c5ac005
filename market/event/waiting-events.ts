/** The types of events about purchases that wait for their person, for the table of all types. */
import { z } from "zod";
import { waitingStates } from "../../db/vocabulary/purchase.ts";
import { idSchema, instantSchema } from "../text.ts";

const waitingData = z.object({
  waiting_purchase_id: idSchema,
  dataset_id: idSchema,
  dataset_version: z.int(),
  price_cents: z.int().min(0),
  currency: z.string().meta({ example: "usd" }),
});

export const waitingEvents = {
  "waiting_purchase.opened": {
    subject: "waiting_purchase",
    told: "the operator whose key asked",
    when: "A purchase above the key's `confirm_above_cents` waits for the owner's answer. Nothing is charged.",
    data: waitingData.extend({ expires_at: instantSchema }),
  },
  "waiting_purchase.ended": {
    subject: "waiting_purchase",
    told: "the operator whose key asked",
    when: "It waits no more; only `approved` has opened a purchase, which `purchase_id` names.",
    data: waitingData.extend({
      status: z.enum(waitingStates).exclude(["waiting"]),
      purchase_id: idSchema.nullable(),
    }),
  },
} as const;
