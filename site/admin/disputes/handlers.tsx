import { formErrors, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminRequest } from "../handle.ts";
import { DisputePage, type ResolveFormState } from "./detail-page.tsx";
import { AdministrationPage } from "./list-page.tsx";

/** GET /admin */
export async function showAdministration(
  ctx: AdminContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const [page, tasks, reported, waitingReports] = await Promise.all([
    ctx.administration.listDisputes(admin, wanted),
    ctx.administration.countMoneyTasks(admin),
    ctx.administration.countReported(admin),
    ctx.administration.countReports(admin),
  ]);
  const shown = { frame, wanted, page, tasks, reported, waitingReports };
  return privatePage(<AdministrationPage {...shown} />);
}

/** GET /admin/disputes/{id} */
export async function showDispute(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  return disputePage(ctx, page, { decision: "", detail: "", errors: {} });
}

async function disputePage(
  ctx: AdminContext,
  { admin, frame, ...page }: AdminRequest,
  form: ResolveFormState,
  status = 200,
): Promise<Response> {
  const id = disputeId(page);
  const dispute = await ctx.administration.getDispute(admin, id);
  const said =
    dispute.disputed_at === null ? null : await ctx.administration.getDisputeStatements(admin, id);
  return privatePage(<DisputePage {...{ frame, dispute, said, form }} />, { status });
}

/** GET /admin/disputes/{id}/files/{file}: redirects to a signed URL, valid for one minute. */
export async function downloadDisputeFile(
  ctx: AdminContext,
  page: AdminRequest,
): Promise<Response> {
  const fileId = idOf(page, "route_not_found", "The dispute has no such file.", "file");
  const id = disputeId(page);
  const { url } = await ctx.administration.getDisputeAttachment(page.admin, id, fileId);
  return redirectTo(url);
}

/** POST /admin/disputes/{id} */
export async function resolveDispute(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const id = disputeId(page);
  const form = {
    decision: given.get("decision") ?? "",
    detail: textOf(given, "detail"),
  };
  const missing = {
    ...(form.decision === "" ? { decision: "Choose who gets the money." } : {}),
    ...(form.detail.trim() === "" ? { detail: "Give reasons; both sides read them." } : {}),
  };
  if (Object.keys(missing).length > 0) return showAgain(missing);
  try {
    await ctx.administration.resolveDispute(page.admin, id, form);
  } catch (error) {
    return showAgain(formErrors(error));
  }
  return redirectTo(withNotice(`/admin/disputes/${id}`, "dispute_resolved"));

  function showAgain(errors: Record<string, string>): Promise<Response> {
    return disputePage(ctx, page, { ...form, errors }, 400);
  }
}

function disputeId(page: Pick<AdminRequest, "params">): string {
  return idOf(page, "purchase_not_found", "No purchase has this id.");
}
