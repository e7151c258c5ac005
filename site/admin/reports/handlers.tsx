import { type ReportedKind, sellerParts } from "../../../db/vocabulary/report.ts";
import { MarketError } from "../../../market/errors.ts";
import { readKey } from "../../account/reports/read-key.ts";
import { type FieldErrors, formErrors, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { type NoticeCode, withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminAct, AdminRequest, AdminShow } from "../handle.ts";
import { ReportedSubjectPage } from "./detail-page.tsx";
import type { DecisionDraft } from "./forms.tsx";
import { AppealsPage, DecidedPage, ReportedPage } from "./list-page.tsx";
import { adminPath } from "./paths.ts";

/** GET /admin/reports; `of=appeals`: owners' appeals; `of=decided`: what was decided. */
export async function showReported(
  ctx: AdminContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  if (url.searchParams.get("of") === "appeals") {
    const page = await ctx.administration.listAppeals(admin, wanted);
    return privatePage(<AppealsPage {...{ frame, wanted, page }} />);
  }
  if (url.searchParams.get("of") === "decided") {
    const page = await ctx.administration.listDecided(admin, wanted);
    return privatePage(<DecidedPage {...{ frame, wanted, page }} />);
  }
  const page = await ctx.administration.listReportedSubjects(admin, wanted);
  return privatePage(<ReportedPage {...{ frame, wanted, page }} />);
}

/** GET /admin/reports/{kind}/{id} */
export const showReportedSubject =
  (kind: ReportedKind): AdminShow =>
  (ctx, page) =>
    subjectPage(ctx, page, { kind, draft: null });

/** GET /admin/reports/seller/{id}/logo: the picture that administrators judge, hidden or not. */
export const sendReportedLogo: AdminShow = async (ctx, page) => {
  const { id } = readKey(page, "seller");
  const webp = await ctx.administration.readAnyLogo(page.admin, id);
  if (webp === null) throw new MarketError("seller_not_found", "This seller has no logo.");
  return new Response(webp, {
    headers: {
      "content-type": "image/webp",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
};

/** POST /admin/reports/{kind}/{id}/decide */
export const decideReports =
  (kind: ReportedKind): AdminAct =>
  (ctx, page, form) => {
    const wish = form.get("wish") ?? "";
    // One too many is refused.
    const parts = form.getAll("parts").slice(0, sellerParts.length + 1);
    const statement = textOf(form, "statement");
    const seen = form.get("seen") ?? "";
    const key = readKey(page, kind);
    return decide(ctx, page, {
      kind,
      draft: { of: "reports", choice: wish, parts, statement, errors: {} },
      missing: { ...noChoice("wish", wish), ...noReasons("statement", statement) },
      act: () =>
        ctx.administration.decideReports(page.admin, key, { wish, parts, statement, seen }),
      done: "reports_decided",
    });
  };

/** POST /admin/reports/{kind}/{id}/appeals/{decision} */
export const decideAppeal =
  (kind: ReportedKind): AdminAct =>
  (ctx, page, form) => {
    const id = idOf(page, "decision_not_found", "No decision has this id.", "decision");
    const outcome = form.get("outcome") ?? "";
    const statement = textOf(form, "appeal_statement");
    return decide(ctx, page, {
      kind,
      draft: { of: id, choice: outcome, parts: [], statement, errors: {} },
      missing: { ...noChoice("outcome", outcome), ...noReasons("appeal_statement", statement) },
      act: () => ctx.administration.decideAppeal(page.admin, id, { outcome, statement }),
      done: "appeal_decided",
    });
  };

/** POST /admin/reports/{kind}/{id}/restore */
export const restoreReported =
  (kind: ReportedKind): AdminAct =>
  async (ctx, page) => {
    const key = readKey(page, kind);
    await ctx.administration.restoreReported(page.admin, key);
    return redirectTo(withNotice(adminPath(key), "subject_restored"));
  };

const noChoice = (name: string, value: string): FieldErrors =>
  value === "" ? { [name]: "Choose a decision." } : {};
const noReasons = (name: string, text: string): FieldErrors =>
  text.trim() === "" ? { [name]: "Give reasons; both sides get them." } : {};

type Deciding = {
  kind: ReportedKind;
  draft: DecisionDraft;
  missing: FieldErrors;
  act: () => Promise<void>;
  done: NoticeCode;
};

async function decide(
  ctx: AdminContext,
  page: AdminRequest,
  { kind, draft, missing, act, done }: Deciding,
): Promise<Response> {
  const again = (errors: FieldErrors) =>
    subjectPage(ctx, page, { kind, draft: { ...draft, errors } }, 400);
  if (Object.keys(missing).length > 0) return again(missing);
  try {
    await act();
  } catch (error) {
    return again(formErrors(error));
  }
  return redirectTo(withNotice(adminPath(readKey(page, kind)), done));
}

type Shown = { kind: ReportedKind; draft: DecisionDraft | null };

async function subjectPage(
  ctx: AdminContext,
  page: AdminRequest,
  { kind, draft }: Shown,
  status = 200,
): Promise<Response> {
  const { admin, frame } = page;
  const shown = await ctx.administration.getReported(admin, readKey(page, kind));
  return privatePage(<ReportedSubjectPage {...{ frame, shown, draft }} />, { status });
}
