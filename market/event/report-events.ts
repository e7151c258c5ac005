import { z } from "zod";
import { appealOutcomes, listingDecisions } from "../../db/vocabulary/report.ts";
import { idSchema } from "../text.ts";

const decision = z.enum(listingDecisions);

export const reportEvents = {
  "listing.report_decided": {
    subject: "listing",
    told: "the reporter: the operator, or the agent and its owner",
    when: "An administrator decided about a report; `GET /reports` has the reasons.",
    data: z.object({ report_id: idSchema, dataset_id: idSchema, decision }),
  },
  "listing.reports_decided": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "An administrator decided about reports of a dataset; the owner can read the reasons and appeal on the website.",
    data: z.object({ decision_id: idSchema, dataset_id: idSchema, decision }),
  },
  "listing.appeal_decided": {
    subject: "listing",
    told: "the seller's agent and its owner, and the reporters",
    when: "An administrator decided about the seller's appeal: `upheld` puts the dataset on sale again.",
    data: z.object({
      decision_id: idSchema,
      dataset_id: idSchema,
      outcome: z.enum(appealOutcomes),
    }),
  },
} as const;
