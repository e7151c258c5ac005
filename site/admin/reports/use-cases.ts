import type { SubjectKey } from "../../../db/queries/reports/subjects.ts";
import { countWaitingReports } from "../../../db/queries/reports/waiting-reports.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import { readAnyLogo } from "../../../market/agent/logo/read-logo.ts";
import type { Context } from "../../../market/context.ts";
import { decideAppeal } from "../../../market/report/decide-appeal.ts";
import { decideReports } from "../../../market/report/decide-reports.ts";
import {
  listAppeals,
  listDecided,
  listReported,
  viewReported,
} from "../../../market/report/read.ts";
import { restoreSubject } from "../../../market/report/restore-subject.ts";
import { decideAppealBody, decideBody } from "../../../market/report/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import type { PageWanted } from "../../kit/paging.ts";

export type DecisionForm = { wish: string; parts: string[]; statement: string; seen: string };
export type AppealForm = { outcome: string; statement: string };

export function reportAdminUseCases(ctx: Context) {
  return {
    /** Ordered by the first report; decided reports are left out. */
    listReportedSubjects: (admin: AdminActor, page: PageWanted) => listReported(ctx, admin, page),
    /** Oldest first. */
    listAppeals: (admin: AdminActor, page: PageWanted) => listAppeals(ctx, admin, page),
    /** Latest first. */
    listDecided: (admin: AdminActor, page: PageWanted) => listDecided(ctx, admin, page),
    countReports: (_admin: AdminActor) => countWaitingReports(ctx.db),
    getReported: (admin: AdminActor, key: SubjectKey) => viewReported(ctx, admin, key),
    decideReports: async (
      admin: AdminActor,
      key: SubjectKey,
      form: DecisionForm,
    ): Promise<void> => {
      await decideReports(ctx, admin, key, parseForm(decideBody, form));
    },
    decideAppeal: async (admin: AdminActor, id: string, form: AppealForm): Promise<void> => {
      await decideAppeal(ctx, admin, id, parseForm(decideAppealBody, form));
    },
    /** Null: it has none. Errors: seller_not_found. */
    readAnyLogo: (admin: AdminActor, sellerId: string) => readAnyLogo(ctx, admin, sellerId),
    restoreReported: async (admin: AdminActor, key: SubjectKey): Promise<void> => {
      await restoreSubject(ctx, admin, key);
    },
  };
}
