import { z } from "zod";
import {
  appealOutcomes,
  reportedKinds,
  reportOutcomes,
  reportReasons,
  sellerParts,
} from "../../db/vocabulary/report.ts";
import { SUSPENSION_REASON_CHARS_MAX } from "../limits.ts";
import { cursorPagination, cursorQuery } from "../list-shapes.ts";
import { idSchema, instantSchema, prose } from "../text.ts";
import {
  DECISION_APPEAL_CHARS_MAX,
  OPEN_REPORTS_PER_SUBJECT_MAX,
  REPORT_DETAIL_CHARS_MAX,
} from "./limits.ts";
import { reportWishes } from "./rules.ts";

/** The reason and the text of a report; what it is about is said elsewhere. */
export const reportWords = z.strictObject({
  reason: z.enum(reportReasons).meta({ example: "personal_data" }),
  detail: prose(REPORT_DETAIL_CHARS_MAX).meta({
    description: "Why, and where in it. Only for the marketplace.",
    example: "The column phone holds numbers of private persons.",
  }),
});

export const reportBody = z
  .strictObject({
    kind: z.enum(reportedKinds).meta({ description: "`seller`: its name, text or logo." }),
    id: idSchema,
    ...reportWords.shape,
  })
  .meta({ id: "ReportBody" });
export type ReportBody = z.infer<typeof reportBody>;

const decisionView = z.object({
  decision: z.enum(reportOutcomes).meta({
    description:
      "`dismissed`: it stays. `suspended`: hidden, or off sale. `gone`: it was no longer public.",
  }),
  statement: z.string().meta({ description: "The administrator's reasons." }),
  decided_at: instantSchema,
  appeal: z
    .object({
      outcome: z.enum(appealOutcomes).meta({
        description: "`upheld`: it is public again.",
      }),
      statement: z.string(),
      decided_at: instantSchema,
    })
    .nullable()
    .meta({ description: "Of the owner's appeal; null: none so far." }),
});

export const reportView = z
  .object({
    id: idSchema,
    subject: z.object({
      kind: z.enum(reportedKinds),
      id: idSchema,
      title: z.string().nullable().meta({ description: "Null: it is gone." }),
      status: z.enum(["shown", "suspended", "gone"]),
    }),
    reason: z.enum(reportReasons),
    detail: z.string().nullable(),
    reported_at: instantSchema,
    status: z.enum(["open", "decided"]),
    decision: decisionView.nullable().meta({ description: "Null while it is open." }),
  })
  .meta({ id: "Report" });
export type ReportView = z.infer<typeof reportView>;

export const reportsQuery = z.strictObject(cursorQuery);
export type ReportsQuery = z.infer<typeof reportsQuery>;

export const reportsView = z
  .object({
    items: z.array(reportView).meta({ description: "Latest first." }),
    pagination: cursorPagination,
  })
  .meta({ id: "Reports" });
export type ReportsView = z.infer<typeof reportsView>;

/**
 * `seen`: the number of reports that the administrator has read. `parts`: what to hide of a seller. Both
 * sides get the statement.
 */
export const decideBody = z.strictObject({
  wish: z.enum(reportWishes),
  parts: z.array(z.enum(sellerParts)).max(sellerParts.length).default([]),
  statement: prose(SUSPENSION_REASON_CHARS_MAX),
  seen: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 * OPEN_REPORTS_PER_SUBJECT_MAX),
});
export type DecideBody = z.infer<typeof decideBody>;

export const appealBody = z.strictObject({ text: prose(DECISION_APPEAL_CHARS_MAX) });
export type AppealBody = z.infer<typeof appealBody>;

export const decideAppealBody = z.strictObject({
  outcome: z.enum(appealOutcomes),
  statement: prose(SUSPENSION_REASON_CHARS_MAX),
});
export type DecideAppealBody = z.infer<typeof decideAppealBody>;
