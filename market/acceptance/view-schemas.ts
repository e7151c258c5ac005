import { z } from "zod";
import { acceptanceStates } from "../../db/vocabulary/purchase.ts";
import { idSchema, instantSchema } from "../text.ts";
import { acceptanceResult } from "./results.ts";
import { acceptanceTerms } from "./schemas.ts";

export const acceptanceView = z
  .object({
    purchase_id: idSchema,
    dataset_version: z.int().nullable().meta({
      description: "The version that is evaluated; null: a subscription's period waits for one.",
    }),
    status: z.enum(acceptanceStates),
    terms: acceptanceTerms,
    results: z.array(acceptanceResult).meta({ description: "Empty until they are evaluated." }),
    decided_at: instantSchema.nullable(),
    next_attempt_at: instantSchema.nullable().meta({ description: "While it is `pending`." }),
    trouble: z.string().nullable().meta({ description: "Why the last attempt had no outcome." }),
  })
  .meta({ id: "PurchaseAcceptance" });
export type AcceptanceView = z.infer<typeof acceptanceView>;
