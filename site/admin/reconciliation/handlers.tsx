import { type FieldErrors, formErrors, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminRequest } from "../handle.ts";
import { RunPage } from "./detail-page.tsx";
import { FindingPage } from "./finding-page.tsx";
import { ReconciliationPage } from "./list-page.tsx";

/** GET /admin/reconciliation */
export function showReconciliation(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  return showRuns(ctx, page, { day: "", errors: {} });
}

type DayForm = { day: string; errors: FieldErrors };

async function showRuns(
  ctx: AdminContext,
  { admin, frame, url }: AdminRequest,
  form: DayForm,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.administration.listRuns(admin, wanted);
  const status = Object.keys(form.errors).length > 0 ? 400 : 200;
  return privatePage(<ReconciliationPage {...{ frame, wanted, page, form }} />, { status });
}

/** POST /admin/reconciliation */
export async function compareDay(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const day = given.get("day") ?? "";
  if (day === "") return showRuns(ctx, page, { day, errors: { day: "Choose a day." } });
  try {
    const { runId } = await ctx.administration.requestRun(page.admin, { day });
    return redirectTo(withNotice(`/admin/reconciliation/${runId}`, "day_requested"));
  } catch (error) {
    return showRuns(ctx, page, { day, errors: formErrors(error) });
  }
}

/** GET /admin/reconciliation/{id} */
export async function showRun(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  const { admin, frame, url } = page;
  const wanted = pageWanted(url);
  const id = idOf(page, "route_not_found", "No comparison has this id.");
  const { run, findings } = await ctx.administration.getRun(admin, id, wanted);
  return privatePage(<RunPage {...{ frame, wanted, run, findings }} />);
}

/** GET /admin/findings/{id} */
export async function showFinding(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  const finding = await ctx.administration.getFinding(page.admin, findingId(page));
  const form = { reason: "", errors: {} };
  return privatePage(<FindingPage {...{ frame: page.frame, finding, form }} />);
}

/** POST /admin/findings/{id} */
export async function closeFinding(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const id = findingId(page);
  const reason = textOf(given, "reason");
  const showAgain = async (errors: FieldErrors): Promise<Response> => {
    const finding = await ctx.administration.getFinding(page.admin, id);
    const form = { reason, errors };
    return privatePage(<FindingPage {...{ frame: page.frame, finding, form }} />, { status: 400 });
  };
  if (reason.trim() === "") return showAgain({ reason: "Say what you checked and did." });
  try {
    await ctx.administration.closeFinding(page.admin, id, { reason });
  } catch (error) {
    return showAgain(formErrors(error));
  }
  return redirectTo(withNotice(`/admin/findings/${id}`, "finding_closed"));
}

function findingId(page: AdminRequest): string {
  return idOf(page, "route_not_found", "No finding has this id.");
}
