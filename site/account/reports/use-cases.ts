import type { SubjectKey } from "../../../db/queries/reports/subjects.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { appealDecision } from "../../../market/report/appeal-decision.ts";
import { makeReport } from "../../../market/report/make-report.ts";
import {
  listDecisionsOfOwner,
  listReportsOfOwner,
  viewOwnDecision,
  viewReportable,
} from "../../../market/report/read.ts";
import { appealBody, reportWords } from "../../../market/report/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import type { PageWanted } from "../../kit/paging.ts";

export type Reportable = SubjectKey & { title: string };

export function reportUseCases(ctx: Context) {
  return {
    /** What the form is about. Errors: the not-found code of its kind. */
    getReportable: (key: SubjectKey): Promise<Reportable> => viewReportable(ctx, key),
    makeReport: async (
      owner: OwnerActor,
      key: SubjectKey,
      form: { reason: string; detail: string },
    ): Promise<void> => {
      await makeReport(ctx, owner, { ...key, ...parseForm(reportWords, form) });
    },
    listReports: (owner: OwnerActor, page: PageWanted) => listReportsOfOwner(ctx, owner, page),
    listDecisions: (owner: OwnerActor, page: PageWanted) => listDecisionsOfOwner(ctx, owner, page),
    getDecision: (owner: OwnerActor, id: string) => viewOwnDecision(ctx, owner, id),
    appealDecision: async (owner: OwnerActor, id: string, text: string): Promise<void> => {
      await appealDecision(ctx, owner, id, parseForm(appealBody, { text }));
    },
  };
}
