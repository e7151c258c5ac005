/** Reports by visitors without an account. */
import type { ReportedKind } from "../../db/vocabulary/report.ts";
import { readKey } from "../account/reports/read-key.ts";
import { type Draft, orNull, readFields } from "../account/reviews/form.tsx";
import { keptFormRefusal, readForm } from "../kit/form.ts";
import { type PageRequest, readSignedIn, refuseOthers } from "../kit/handle.ts";
import { isId } from "../kit/ids.ts";
import { problemPage } from "../kit/problem-page.tsx";
import { privatePage, redirectTo } from "../kit/respond.ts";
import type { ReportContext } from "./context.ts";
import { ReportSentPage, VisitorReportPage } from "./report-page.tsx";
import { ReportStatusPage } from "./status-page.tsx";

const names = ["reason", "detail", "email", "name", "good_faith"];

/** GET /report/{kind}/{id}: a signed-in person reports with their account instead. */
export async function showVisitorReport(
  ctx: ReportContext,
  page: PageRequest,
  kind: ReportedKind,
): Promise<Response> {
  const key = readKey(page, kind);
  const signedIn = await readSignedIn(ctx, page.request);
  if (signedIn !== null) return redirectTo(`/account/reports/of/${kind}/${key.id}`);
  const reported = await ctx.getReportable(key);
  return privatePage(<VisitorReportPage {...{ reported }} draft={{ fields: {}, errors: {} }} />);
}

/** POST to the same address. */
export async function reportAsVisitor(
  ctx: ReportContext,
  page: PageRequest,
  kind: ReportedKind,
): Promise<Response> {
  const { request } = page;
  refuseOthers(ctx, request);
  const key = readKey(page, kind);
  const fields = readFields(await readForm(request), names);
  const { reason = "", detail = "", email = "", name, good_faith = "" } = fields;
  const reported = await ctx.getReportable(key);
  try {
    const given = { reason, detail, email: email.trim(), name: orNull(name), good_faith };
    await ctx.reportAsVisitor(key, given);
  } catch (error) {
    const { errors, status, headers } = keptFormRefusal(error);
    const draft: Draft = { fields, errors };
    return privatePage(<VisitorReportPage {...{ reported, draft }} />, { status, headers });
  }
  return privatePage(<ReportSentPage {...{ reported }} />);
}

/**
 * GET /report/status/{id}/{code}: mail programs open links by themselves, so only a button
 * confirms.
 */
export async function showReportStatus(ctx: ReportContext, page: PageRequest): Promise<Response> {
  const link = readLink(page);
  const report = link === null ? null : await ctx.viewVisitorReport(link);
  return report === null ? unknownLinkPage() : privatePage(<ReportStatusPage {...{ report }} />);
}

/** POST to the same address. */
export async function confirmReport(ctx: ReportContext, page: PageRequest): Promise<Response> {
  const link = readLink(page);
  const report = link === null ? null : await ctx.confirmVisitorReport(link);
  return report === null ? unknownLinkPage() : privatePage(<ReportStatusPage {...{ report }} />);
}

function readLink({ params: { id = "", code = "" } }: PageRequest) {
  return isId(id) ? { reportId: id, code } : null;
}

function unknownLinkPage(): Promise<Response> {
  return problemPage({
    status: 404,
    title: "This link does not work",
    detail: "It was not copied completely, or the report was deleted. You can report it again.",
  });
}
