import { countWaitingReports } from "../../../db/queries/reports/waiting-reports.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { decideAppeal } from "../../../market/report/decide-appeal.ts";
import { decideReports } from "../../../market/report/decide-reports.ts";
import {
  listAppeals,
  listReportedListings,
  viewReportedListing,
} from "../../../market/report/read.ts";
import { decideAppealBody, decideBody } from "../../../market/report/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import type { PageWanted } from "../../kit/paging.ts";

export type DecisionForm = { wish: string; statement: string; seen: string };
export type AppealForm = { outcome: string; statement: string };

export function listingReportUseCases(ctx: Context) {
  return {
    /** Ordered by the first report; decided reports are left out. */
    listReportedListings: (admin: AdminActor, page: PageWanted) =>
      listReportedListings(ctx, admin, page),
    /** Oldest first. */
    listAppeals: (admin: AdminActor, page: PageWanted) => listAppeals(ctx, admin, page),
    countListingReports: async (_admin: AdminActor) => {
      const { datasets: reported, appeals } = await countWaitingReports(ctx.db);
      return { reported, appeals };
    },
    getReportedListing: (admin: AdminActor, id: string) => viewReportedListing(ctx, admin, id),
    decideReports: async (admin: AdminActor, id: string, form: DecisionForm): Promise<void> => {
      await decideReports(ctx, admin, id, parseForm(decideBody, form));
    },
    decideAppeal: async (admin: AdminActor, id: string, form: AppealForm): Promise<void> => {
      await decideAppeal(ctx, admin, id, parseForm(decideAppealBody, form));
    },
  };
}
