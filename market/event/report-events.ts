/** The types of events about reported listings, for the table of all types. */
import { z } from "zod";
import { appealOutcomes, listingDecisions } from "../../db/vocabulary/report.ts";
import { idSchema } from "../text.ts";

const decision = z.enum(listingDecisions);

export const reportEvents = {
  "listing.report_decided": {
    subject: "listing",
    told: "who has reported it: the operator, or the agent and its owner",
    when: "An administrator has decided about a report; `GET /reports` has the reasons.",
    data: z.object({ report_id: idSchema, dataset_id: idSchema, decision }),
  },
  "listing.reports_decided": {
    subject: "listing",
    told: "the seller's agent and its owner",
    when: "An administrator has decided about reports of a dataset; the owner reads the reasons, and may appeal, on the website.",
    data: z.object({ decision_id: idSchema, dataset_id: idSchema, decision }),
  },
  "listing.appeal_decided": {
    subject: "listing",
    told: "the seller's agent and its owner, and who has reported it",
    when: "An administrator has decided about the seller's appeal: `upheld` puts the dataset on sale again.",
    data: z.object({
      decision_id: idSchema,
      dataset_id: idSchema,
      outcome: z.enum(appealOutcomes),
    }),
  },
} as const;
