/** What an administrator does about disputes. */
import { formErrors, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminRequest } from "../handle.ts";
import { DisputePage } from "./detail-page.tsx";
import { AdministrationPage } from "./list-page.tsx";

/** GET /admin */
export async function showAdministration(
  ctx: AdminContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const [page, tasks, reported, listingReports] = await Promise.all([
    ctx.administration.listDisputes(admin, wanted),
    ctx.administration.countMoneyTasks(admin),
    ctx.administration.countReported(admin),
    ctx.administration.countListingReports(admin),
  ]);
  const shown = { frame, wanted, page, tasks, reported, listingReports };
  return privatePage(<AdministrationPage {...shown} />);
}

/** GET /admin/disputes/{id} */
export async function showDispute(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  const dispute = await ctx.administration.getDispute(page.admin, disputeId(page));
  const form = { decision: "", detail: "", errors: {} };
  return privatePage(<DisputePage frame={page.frame} dispute={dispute} form={form} />);
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
    ...(form.detail.trim() === "" ? { detail: "Say why: both sides read it." } : {}),
  };
  if (Object.keys(missing).length > 0) return showAgain(missing);
  try {
    await ctx.administration.resolveDispute(page.admin, id, form);
  } catch (error) {
    return showAgain(formErrors(error));
  }
  return redirectTo(withNotice(`/admin/disputes/${id}`, "dispute_resolved"));

  async function showAgain(errors: Record<string, string>): Promise<Response> {
    const dispute = await ctx.administration.getDispute(page.admin, id);
    const { frame } = page;
    return privatePage(<DisputePage {...{ frame, dispute, form: { ...form, errors } }} />, {
      status: 400,
    });
  }
}

function disputeId(page: AdminRequest): string {
  return idOf(page, "purchase_not_found", "No purchase has this id.");
}
