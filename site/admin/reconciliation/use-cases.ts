import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { closeFinding } from "../../../market/reconciliation/close-finding.ts";
import { listRuns, viewFinding, viewRun } from "../../../market/reconciliation/read.ts";
import { requestRun } from "../../../market/reconciliation/request-run.ts";
import { closeFindingBody, requestRunBody } from "../../../market/reconciliation/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

export function reconciliationUseCases(ctx: Context) {
  return {
    /** Newest day first; `open`: the number of open findings on all days. */
    listRuns: async (admin: AdminActor, wanted: PageWanted) => {
      const list = await listRuns(ctx, admin, wanted);
      return { ...pageOf(list), open: list.open };
    },
    getRun: async (admin: AdminActor, runId: string, wanted: PageWanted) => {
      const { run, findings } = await viewRun(ctx, admin, { ...wanted, runId });
      return { run, findings: pageOf(findings) };
    },
    getFinding: (admin: AdminActor, findingId: string) => viewFinding(ctx, admin, findingId),
    requestRun: (admin: AdminActor, form: { day: string }) =>
      requestRun(ctx, admin, parseForm(requestRunBody, form)),
    closeFinding: async (
      admin: AdminActor,
      findingId: string,
      form: { reason: string },
    ): Promise<void> => {
      await closeFinding(ctx, admin, findingId, parseForm(closeFindingBody, form));
    },
  };
}
