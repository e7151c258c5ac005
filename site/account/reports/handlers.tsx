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
import { ReportDatasetPage } from "./report-page.tsx";

type Again = { draft: Draft; status?: number; headers?: [string, string][] };

const reportNames = ["reason", "detail"];
const appealNames = ["text"];

/** Starts with the input saved when the session ended, if there is any. */
const begin = ({ kept }: AccountRequest, names: string[]): Again => ({
  draft: { fields: kept === null ? {} : readFields(kept, names), errors: {} },
});

/** GET /account/reports; `of=datasets`: decisions about the datasets of the account's agents. */
async function showReports(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  if (url.searchParams.get("of") === "datasets") {
    const page = await ctx.account.listListingDecisions(owner, wanted);
    return privatePage(<DecisionsPage {...{ frame, wanted, page }} />);
  }
  const page = await ctx.account.listListingReports(owner, wanted);
  return privatePage(<ReportsPage {...{ frame, wanted, page }} />);
}

/** GET /account/reports/of/{dataset} */
const showReportDataset: Show = (ctx, page) => reportPage(ctx, page, begin(page, reportNames));

/** GET /account/reports/decisions/{id} */
const showDecision: Show = (ctx, page) => decisionPage(ctx, page, begin(page, appealNames));

/** POST /account/reports/of/{dataset} */
const reportDataset: Act = async (ctx, page, form) => {
  const fields = readFields(form, reportNames);
  const { reason = "", detail = "" } = fields;
  try {
    await ctx.account.reportListing(page.owner, datasetIdOf(page), { reason, detail });
  } catch (error) {
    return reportPage(ctx, page, refused(error, fields));
  }
  return redirectTo(withNotice("/account/reports", "listing_reported"));
};

/** POST /account/reports/decisions/{id} */
const appealDecision: Act = async (ctx, page, form) => {
  const fields = readFields(form, appealNames);
  const id = decisionIdOf(page);
  try {
    await ctx.account.appealListingDecision(page.owner, id, fields.text ?? "");
  } catch (error) {
    return decisionPage(ctx, page, refused(error, fields));
  }
  return redirectTo(withNotice(`/account/reports/decisions/${id}`, "decision_appealed"));
};

export const reportPages: [path: string, show: Show][] = [
  ["/account/reports", showReports],
  ["/account/reports/of/:id", showReportDataset],
  ["/account/reports/decisions/:id", showDecision],
];

export const reportForms: [path: string, act: Act][] = [
  ["/account/reports/of/:id", reportDataset],
  ["/account/reports/decisions/:id", appealDecision],
];

function refused(error: unknown, fields: Draft["fields"]): Again {
  const { errors, status, headers } = keptFormRefusal(error);
  return { draft: { fields, errors }, status, headers };
}

async function reportPage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const { frame } = page;
  const dataset = await ctx.account.getReportedDataset(datasetIdOf(page));
  return privatePage(<ReportDatasetPage {...{ frame, dataset, draft }} />, answer);
}

async function decisionPage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const { owner, frame } = page;
  const shown = await ctx.account.getListingDecision(owner, decisionIdOf(page));
  return privatePage(<DecisionPage {...{ frame, shown, draft }} />, answer);
}

const datasetIdOf = (page: AccountRequest) =>
  idOf(page, "dataset_not_found", "No active dataset has this id.");

const decisionIdOf = (page: AccountRequest) =>
  idOf(page, "decision_not_found", "No decision has this id.");
