import { type FieldErrors, formErrors, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { type NoticeCode, withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminRequest } from "../handle.ts";
import { ReportedListingPage } from "./detail-page.tsx";
import type { DecisionDraft } from "./forms.tsx";
import { AppealsPage, ReportedListingsPage } from "./list-page.tsx";

/** GET /admin/reports; `of=appeals`: sellers' appeals. */
export async function showReportedListings(
  ctx: AdminContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  if (url.searchParams.get("of") === "appeals") {
    const page = await ctx.administration.listAppeals(admin, wanted);
    return privatePage(<AppealsPage {...{ frame, wanted, page }} />);
  }
  const page = await ctx.administration.listReportedListings(admin, wanted);
  return privatePage(<ReportedListingsPage {...{ frame, wanted, page }} />);
}

/** GET /admin/reports/{listing} */
export function showReportedListing(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  return listingPage(ctx, page, null);
}

/** POST /admin/reports/{listing}/decide */
export function decideReports(
  ctx: AdminContext,
  page: AdminRequest,
  form: URLSearchParams,
): Promise<Response> {
  const wish = form.get("wish") ?? "";
  const statement = textOf(form, "statement");
  const seen = form.get("seen") ?? "";
  return decide(ctx, page, {
    draft: { of: "reports", choice: wish, statement, errors: {} },
    missing: { ...noChoice("wish", wish), ...noReasons("statement", statement) },
    act: () =>
      ctx.administration.decideReports(page.admin, listingIdOf(page), { wish, statement, seen }),
    done: "reports_decided",
  });
}

/** POST /admin/reports/{listing}/appeals/{decision} */
export function decideAppeal(
  ctx: AdminContext,
  page: AdminRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = idOf(page, "decision_not_found", "No decision has this id.", "decision");
  const outcome = form.get("outcome") ?? "";
  const statement = textOf(form, "appeal_statement");
  return decide(ctx, page, {
    draft: { of: id, choice: outcome, statement, errors: {} },
    missing: { ...noChoice("outcome", outcome), ...noReasons("appeal_statement", statement) },
    act: () => ctx.administration.decideAppeal(page.admin, id, { outcome, statement }),
    done: "appeal_decided",
  });
}

const noChoice = (name: string, value: string): FieldErrors =>
  value === "" ? { [name]: "Choose a decision." } : {};
const noReasons = (name: string, text: string): FieldErrors =>
  text.trim() === "" ? { [name]: "Give reasons; both sides get them." } : {};

type Deciding = {
  draft: DecisionDraft;
  missing: FieldErrors;
  act: () => Promise<void>;
  done: NoticeCode;
};

async function decide(
  ctx: AdminContext,
  page: AdminRequest,
  { draft, missing, act, done }: Deciding,
): Promise<Response> {
  const again = (errors: FieldErrors) => listingPage(ctx, page, { ...draft, errors }, 400);
  if (Object.keys(missing).length > 0) return again(missing);
  try {
    await act();
  } catch (error) {
    return again(formErrors(error));
  }
  return redirectTo(withNotice(`/admin/reports/${listingIdOf(page)}`, done));
}

async function listingPage(
  ctx: AdminContext,
  page: AdminRequest,
  draft: DecisionDraft | null,
  status = 200,
): Promise<Response> {
  const { admin, frame } = page;
  const shown = await ctx.administration.getReportedListing(admin, listingIdOf(page));
  return privatePage(<ReportedListingPage {...{ frame, shown, draft }} />, { status });
}

const listingIdOf = (page: AdminRequest) =>
  idOf(page, "listing_not_found", "No listing has this id.");
