import { z } from "zod";
import {
  appealOutcomes,
  listingDecisions,
  listingReportReasons,
} from "../../db/vocabulary/report.ts";
import { SUSPENSION_REASON_CHARS_MAX } from "../limits.ts";
import { cursorPagination, cursorQuery } from "../list-shapes.ts";
import { listingReference } from "../listing/listing-reference.ts";
import { idSchema, instantSchema, prose } from "../text.ts";
import {
  DECISION_APPEAL_CHARS_MAX,
  LISTING_REPORT_DETAIL_CHARS_MAX,
  OPEN_REPORTS_PER_LISTING_MAX,
} from "./limits.ts";
import { reportWishes } from "./rules.ts";

export const listingReportBody = z
  .strictObject({
    reason: z.enum(listingReportReasons).meta({ example: "personal_data" }),
    detail: prose(LISTING_REPORT_DETAIL_CHARS_MAX).meta({
      description:
        "Why, and where in the dataset: columns, rows, or whose rights. Only for the marketplace.",
      example: "The column phone holds numbers of private persons.",
    }),
  })
  .meta({ id: "ListingReportBody" });
export type ListingReportBody = z.infer<typeof listingReportBody>;

const decisionView = z.object({
  decision: z.enum(listingDecisions).meta({
    description:
      "`dismissed`: it stays on sale. `suspended`: it was taken off sale. `off_sale`: it was no longer on sale.",
  }),
  statement: z.string().meta({ description: "The administrator's reasons." }),
  decided_at: instantSchema,
  appeal: z
    .object({
      outcome: z.enum(appealOutcomes).meta({
        description: "`upheld`: the suspension was lifted. `rejected`: it stays.",
      }),
      statement: z.string(),
      decided_at: instantSchema,
    })
    .nullable()
    .meta({ description: "The outcome of the seller's appeal; null if there is none so far." }),
});

export const listingReportView = z
  .object({
    id: idSchema,
    dataset: listingReference,
    reason: z.enum(listingReportReasons),
    detail: z.string().nullable(),
    reported_at: instantSchema,
    status: z.enum(["open", "decided"]),
    decision: decisionView.nullable().meta({ description: "Null while it is open." }),
  })
  .meta({ id: "ListingReport" });
export type ListingReportView = z.infer<typeof listingReportView>;

export const listingReportsQuery = z.strictObject(cursorQuery);
export type ListingReportsQuery = z.infer<typeof listingReportsQuery>;

export const listingReportsView = z
  .object({
    items: z.array(listingReportView).meta({ description: "Latest first." }),
    pagination: cursorPagination,
  })
  .meta({ id: "ListingReports" });
export type ListingReportsView = z.infer<typeof listingReportsView>;

/** `seen`: the number of reports that the administrator has read. Both sides get the statement. */
export const decideBody = z.strictObject({
  wish: z.enum(reportWishes),
  statement: prose(SUSPENSION_REASON_CHARS_MAX),
  seen: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 * OPEN_REPORTS_PER_LISTING_MAX),
});
export type DecideBody = z.infer<typeof decideBody>;

export const appealBody = z.strictObject({ text: prose(DECISION_APPEAL_CHARS_MAX) });
export type AppealBody = z.infer<typeof appealBody>;

export const decideAppealBody = z.strictObject({
  outcome: z.enum(appealOutcomes),
  statement: prose(SUSPENSION_REASON_CHARS_MAX),
});
export type DecideAppealBody = z.infer<typeof decideAppealBody>;
