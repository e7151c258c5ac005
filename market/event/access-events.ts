import { z } from "zod";
import { accessStates } from "../../db/vocabulary/access.ts";
import { idSchema } from "../text.ts";

export const accessEvents = {
  "access.requested": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "A buyer asked for access to a gated dataset; `GET /access-requests` has the answers.",
    data: z.object({ access_request_id: idSchema, dataset_id: idSchema }),
  },
  "access.decided": {
    subject: "listing",
    told: "the operator who asked",
    when: "The seller approved or declined the account, or withdrew the approval.",
    data: z.object({
      access_request_id: idSchema,
      dataset_id: idSchema,
      status: z.enum(accessStates).exclude(["pending"]),
    }),
  },
} as const;
