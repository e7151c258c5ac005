import { type ReportedKind, reportedKinds } from "../../../db/vocabulary/report.ts";
import { keptFormRefusal } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest, Act, Show } from "../handle.tsx";
import { type Draft, readFields } from "../reviews/form.tsx";
import { DecisionPage } from "./decision-page.tsx";
import { DecisionsPage, ReportsPage } from "./list-page.tsx";
import { readKey } from "./read-key.ts";
import { MakeReportPage } from "./report-page.tsx";

type Again = { draft: Draft; status?: number; headers?: [string, string][] };

const reportNames = ["reason", "detail"];
const appealNames = ["text"];

/** Starts with the input saved when the session ended, if there is any. */
const begin = ({ kept }: AccountRequest, names: string[]): Again => ({
  draft: { fields: kept === null ? {} : readFields(kept, names), errors: {} },
});

/** GET /account/reports; `of=own`: decisions about what the account and its agents show. */
async function showReports(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  if (url.searchParams.get("of") === "own") {
    const page = await ctx.account.listDecisions(owner, wanted);
    return privatePage(<DecisionsPage {...{ frame, wanted, page }} />);
  }
  const page = await ctx.account.listReports(owner, wanted);
  return privatePage(<ReportsPage {...{ frame, wanted, page }} />);
}

/** GET /account/reports/of/{kind}/{id} */
const showMakeReport =
  (kind: ReportedKind): Show =>
  (ctx, page) =>
    reportPage(ctx, page, { kind, ...begin(page, reportNames) });

/** GET /account/reports/decisions/{id} */
const showDecision: Show = (ctx, page) => decisionPage(ctx, page, begin(page, appealNames));

/** POST /account/reports/of/{kind}/{id} */
const makeReport =
  (kind: ReportedKind): Act =>
  async (ctx, page, form) => {
    const fields = readFields(form, reportNames);
    const { reason = "", detail = "" } = fields;
    try {
      await ctx.account.makeReport(page.owner, readKey(page, kind), { reason, detail });
    } catch (error) {
      return reportPage(ctx, page, { kind, ...refused(error, fields) });
    }
    return redirectTo(withNotice("/account/reports", "report_sent"));
  };

/** POST /account/reports/decisions/{id} */
const appealDecision: Act = async (ctx, page, form) => {
  const fields = readFields(form, appealNames);
  const id = decisionIdOf(page);
  try {
    await ctx.account.appealDecision(page.owner, id, fields.text ?? "");
  } catch (error) {
    return decisionPage(ctx, page, refused(error, fields));
  }
  return redirectTo(withNotice(`/account/reports/decisions/${id}`, "decision_appealed"));
};

export const reportPages: [path: string, show: Show][] = [
  ["/account/reports", showReports],
  ...reportedKinds.map((kind): [string, Show] => [
    `/account/reports/of/${kind}/:id`,
    showMakeReport(kind),
  ]),
  ["/account/reports/decisions/:id", showDecision],
];

export const reportForms: [path: string, act: Act][] = [
  ...reportedKinds.map((kind): [string, Act] => [
    `/account/reports/of/${kind}/:id`,
    makeReport(kind),
  ]),
  ["/account/reports/decisions/:id", appealDecision],
];

function refused(error: unknown, fields: Draft["fields"]): Again {
  const { errors, status, headers } = keptFormRefusal(error);
  return { draft: { fields, errors }, status, headers };
}

async function reportPage(
  ctx: AccountContext,
  page: AccountRequest,
  { kind, draft, ...answer }: Again & { kind: ReportedKind },
): Promise<Response> {
  const { frame } = page;
  const reported = await ctx.account.getReportable(readKey(page, kind));
  return privatePage(<MakeReportPage {...{ frame, reported, draft }} />, answer);
}

async function decisionPage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const { owner, frame } = page;
  const shown = await ctx.account.getDecision(owner, decisionIdOf(page));
  return privatePage(<DecisionPage {...{ frame, shown, draft }} />, answer);
}

const decisionIdOf = (page: AccountRequest) =>
  idOf(page, "decision_not_found", "No decision has this id.");
