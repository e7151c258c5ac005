import { MarketError } from "../../../market/errors.ts";
import { isJobKind, type JobAct, type JobKind } from "../../../market/operations/rules.ts";
import { type FieldErrors, formErrors, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { type NoticeCode, withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminAct, AdminRequest } from "../handle.ts";
import { type JobForm, JobPage } from "./job-page.tsx";
import { OperationsPage } from "./operations-page.tsx";
import { readRunbook } from "./read-runbook.ts";
import { RunbookPage } from "./runbook-page.tsx";

/** GET /admin/operations */
export async function showOperations(
  ctx: AdminContext,
  { admin, frame }: AdminRequest,
): Promise<Response> {
  const operations = await ctx.administration.readOperations(admin);
  return privatePage(<OperationsPage {...{ frame, operations }} />);
}

/** GET /admin/operations/runbook */
export async function showRunbook(_: AdminContext, { frame }: AdminRequest): Promise<Response> {
  return privatePage(<RunbookPage {...{ frame, runbook: readRunbook() }} />);
}

/** GET /admin/operations/{kind}/{id} */
export function showJob(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  return show(ctx, page, { retry: "", give_up: "", errors: {} });
}

const doneNotices: Record<JobAct, NoticeCode> = {
  retry: "job_retried",
  give_up: "job_given_up",
};

/** POST /admin/operations/{kind}/{id}/retry and …/give-up */
export function actOnJob(act: JobAct): AdminAct {
  return async (ctx, page, given) => {
    const job = jobOf(page);
    const field = `${act}_reason`;
    const reason = textOf(given, field);
    const showAgain = (errors: FieldErrors) =>
      show(ctx, page, { retry: "", give_up: "", [act]: reason, errors });
    if (reason.trim() === "")
      return showAgain({ [field]: "Give a reason; the audit log shows it." });
    try {
      await ctx.administration.actOnJob(page.admin, { ...job, act }, { reason });
    } catch (error) {
      const { reason: ofReason, ...others } = formErrors(error);
      return showAgain(ofReason === undefined ? others : { ...others, [field]: ofReason });
    }
    return redirectTo(withNotice("/admin/operations", doneNotices[act]));
  };
}

async function show(ctx: AdminContext, page: AdminRequest, form: JobForm): Promise<Response> {
  const job = await ctx.administration.readJob(page.admin, jobOf(page));
  const status = Object.keys(form.errors).length === 0 ? 200 : 400;
  return privatePage(<JobPage {...{ frame: page.frame, job, form }} />, { status });
}

function jobOf(page: AdminRequest): { kind: JobKind; id: string } {
  const kind = page.params.kind ?? "";
  if (!isJobKind(kind)) throw new MarketError("job_not_found", "There are no jobs of this kind.");
  return { kind, id: idOf(page, "job_not_found", "No job has this id.") };
}
