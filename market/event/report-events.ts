import { z } from "zod";
import { appealOutcomes, reportedKinds, reportOutcomes } from "../../db/vocabulary/report.ts";
import { idSchema } from "../text.ts";

const common = {
  decision_id: idSchema,
  kind: z.enum(reportedKinds),
  subject_id: idSchema,
  your_role: z.enum(["reporter", "owner"]),
};

export const reportEvents = {
  "moderation.decided": {
    subject: "moderation",
    told: "the reporters, and the owner of what was reported with its seller's agent",
    when: "An administrator decided; reporters read why at `GET /reports`, owners on the website, where they can appeal.",
    data: z.object({ ...common, decision: z.enum(reportOutcomes) }),
  },
  "moderation.appeal_decided": {
    subject: "moderation",
    told: "the reporters, and the owner of what was reported with its seller's agent",
    when: "An administrator decided about the owner's appeal: `upheld` shows it again.",
    data: z.object({ ...common, outcome: z.enum(appealOutcomes) }),
  },
} as const;
