import type { SubjectKey } from "../../db/queries/reports/subjects.ts";
import type { Context } from "../../market/context.ts";
import {
  confirmVisitorReport,
  type VisitorLink,
  viewVisitorReport,
} from "../../market/report/visitor/confirm-report.ts";
import { reportAsVisitor } from "../../market/report/visitor/report-as-visitor.ts";
import { visitorReportBody } from "../../market/report/visitor/schemas.ts";
import { reportUseCases } from "../account/reports/use-cases.ts";
import { parseForm } from "../kit/form.ts";

export type VisitorFields = {
  reason: string;
  detail: string;
  email: string;
  name: string | null;
  good_faith: string;
};

export function visitorReportUseCases(ctx: Context) {
  return {
    /** What the form is about. Errors: the not-found code of its kind. */
    getReportable: reportUseCases(ctx).getReportable,
    reportAsVisitor: (key: SubjectKey, fields: VisitorFields) =>
      reportAsVisitor(ctx, key, parseForm(visitorReportBody, fields)),
    /** Null: the link is invalid. */
    viewVisitorReport: (link: VisitorLink) => viewVisitorReport(ctx, link),
    /** Null: the link is invalid. */
    confirmVisitorReport: (link: VisitorLink) => confirmVisitorReport(ctx, link),
  };
}
