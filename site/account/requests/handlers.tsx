import { answerStatuses, dataRequestStates } from "../../../db/vocabulary/request.ts";
import { MarketError } from "../../../market/errors.ts";
import { type FieldErrors, keptFormRefusal } from "../../kit/form.ts";
import { idOf, isId } from "../../kit/ids.ts";
import { type NoticeCode, withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { keepTyped } from "../kept-forms.tsx";
import { paths } from "../paths.ts";
import { AnswerPage, readAnswerFields } from "./answer-page.tsx";
import { AnswersPage } from "./answers-page.tsx";
import {
  atBountyFields,
  type BountyFields,
  bountyFieldsOf,
  isCardWanted,
  noBounty,
  readBounty,
  readBountyFields,
} from "./bounty-form.tsx";
import { RequestPage } from "./detail-page.tsx";
import { EditRequestPage } from "./edit-page.tsx";
import {
  emptyRequestFields,
  type RequestFields,
  readRequest,
  readRequestFields,
  requestFieldsOf,
} from "./form.tsx";
import { RequestsPage } from "./list-page.tsx";
import { MatchesPage } from "./matches-page.tsx";
import { NewRequestPage } from "./new-page.tsx";

type Again = {
  fields: RequestFields;
  bounty?: BountyFields;
  errors: FieldErrors;
  status?: number;
  headers?: [string, string][];
};

/** GET /account/requests */
export async function showRequests(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { owner, frame, url } = page;
  const status = dataRequestStates.find((state) => state === url.searchParams.get("status"));
  const wanted = { ...pageWanted(url), status };
  const requests = await ctx.account.listRequests(owner, wanted);
  return privatePage(<RequestsPage {...{ frame, wanted, page: requests }} />);
}

/** GET /account/answers */
export async function showAnswers(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { owner, frame, url } = page;
  const status = answerStatuses.find((one) => one === url.searchParams.get("status"));
  const wanted = { ...pageWanted(url), status };
  const answers = await ctx.account.listAgentsAnswers(owner, wanted);
  const { CURRENCY: currency } = ctx.config;
  return privatePage(<AnswersPage {...{ frame, wanted, page: answers, currency }} />);
}

/** GET /account/answers/new; `request` names the request. */
export function showNewAnswer(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const given = page.kept ?? new URLSearchParams();
  const requestId = page.url.searchParams.get("request") ?? given.get("request_id") ?? "";
  return answerPage(ctx, page, { requestId, given, errors: {} });
}

/** POST /account/answers/new */
export async function postAnswer(
  ctx: AccountContext,
  page: AccountRequest,
  given: URLSearchParams,
): Promise<Response> {
  const requestId = given.get("request_id") ?? "";
  try {
    await ctx.account.answerRequest(page.owner, requestId, readAnswerFields(given));
    return redirectTo(withNotice(paths.answers, "answer_sent"));
  } catch (error) {
    return answerPage(ctx, page, { requestId, given, ...keptFormRefusal(error) });
  }
}

type AnswerAgain = {
  requestId: string;
  given: URLSearchParams;
  errors: FieldErrors;
  status?: number;
  headers?: [string, string][];
};

async function answerPage(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
  { requestId, given, errors, ...answer }: AnswerAgain,
): Promise<Response> {
  if (!isId(requestId)) {
    throw new MarketError("data_request_not_found", "No data request has this id.");
  }
  const [request, listings] = await Promise.all([
    ctx.account.readRequestToAnswer(requestId),
    ctx.account.listDeliverable(owner),
  ]);
  return privatePage(<AnswerPage {...{ frame, request, listings, given, errors }} />, answer);
}

/** GET /account/requests/new; `again` names one of the account's requests to copy the text from. */
export async function showNewRequest(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  if (page.kept !== null) {
    return newPage(ctx, page, { ...keptFields(page.kept), bounty: readBountyFields(page.kept) });
  }
  const again = page.url.searchParams.get("again") ?? "";
  if (!isId(again)) return newPage(ctx, page, { fields: emptyRequestFields, errors: {} });
  const request = await ctx.account.getRequest(page.owner, again);
  const fields = { ...requestFieldsOf(request), expires_at: "" };
  return newPage(ctx, page, { fields, bounty: bountyFieldsOf(request.bounty), errors: {} });
}

/** The input saved when the session ended. */
const keptFields = (kept: URLSearchParams): Again => ({
  fields: readRequestFields(kept),
  errors: {},
});

/** POST /account/requests/new: if posted twice, it posts one request. */
export async function postRequest(
  ctx: AccountContext,
  page: AccountRequest,
  given: URLSearchParams,
): Promise<Response> {
  const fields = readRequestFields(given);
  const bounty = readBountyFields(given);
  const { form, errors } = readRequest(fields);
  if (Object.keys(errors).length > 0) {
    return newPage(ctx, page, { fields, bounty, errors, status: 400 });
  }
  try {
    if (isCardWanted(bounty)) {
      const cookies = await keepTyped(ctx, page, given);
      const { url } = await ctx.account.beginCardSetup(page.owner, `${paths.requests}/new`);
      return redirectTo(url, cookies);
    }
    const posted = { owner: page.owner, path: page.url.pathname, form: given };
    let fresh: string | null = null;
    const answer = await ctx.actOnce(posted, async (account) => {
      const { id } = await account.postRequest(page.owner, form, readBounty(bounty));
      fresh = id;
      return redirectTo(withNotice(`${paths.requests}/${id}`, "request_posted"));
    });
    // After its transaction: the charge calls the payment provider.
    if (fresh !== null) await ctx.account.fundBounty(fresh);
    return answer;
  } catch (error) {
    return newPage(ctx, page, {
      fields,
      bounty,
      ...keptFormRefusal(atBountyFields(error, bounty)),
    });
  }
}

/** GET /account/requests/{id} */
export async function showRequest(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { owner, frame, url } = page;
  const wanted = pageWanted(url);
  const id = requestIdOf(page);
  const [request, answers] = await Promise.all([
    ctx.account.getRequest(owner, id),
    ctx.account.listAnswers(owner, id, wanted),
  ]);
  return privatePage(<RequestPage {...{ frame, wanted, request, answers, now: ctx.now() }} />);
}

/** GET /account/requests/{id}/matches */
export async function showMatches(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { request, matches } = await ctx.account.listMatches(page.owner, requestIdOf(page));
  return privatePage(<MatchesPage {...{ frame: page.frame, request, matches }} />);
}

/** GET /account/requests/{id}/edit */
export async function showEditRequest(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const request = await ctx.account.getRequest(page.owner, requestIdOf(page));
  if (page.kept !== null) return editPage(ctx, page, keptFields(page.kept));
  return editPage(ctx, page, { fields: requestFieldsOf(request), errors: {} });
}

/** POST /account/requests/{id}/edit */
export async function editRequest(
  ctx: AccountContext,
  page: AccountRequest,
  given: URLSearchParams,
): Promise<Response> {
  const id = requestIdOf(page);
  const fields = readRequestFields(given);
  const before = await ctx.account.getRequest(page.owner, id);
  const { form, errors } = readRequest(fields, requestFieldsOf(before).expires_at);
  if (Object.keys(errors).length > 0) return editPage(ctx, page, { fields, errors, status: 400 });
  try {
    await ctx.account.editRequest(page.owner, id, form);
  } catch (error) {
    return editPage(ctx, page, { fields, ...keptFormRefusal(error) });
  }
  return toRequest(id, "request_changed");
}

/** POST /account/requests/{id}/close */
export async function closeRequest(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = requestIdOf(page);
  await ctx.account.closeRequest(page.owner, id);
  return toRequest(id, "request_closed");
}

/** POST /account/requests/{id}/reopen */
export async function reopenRequest(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = requestIdOf(page);
  await ctx.account.reopenRequest(page.owner, id);
  return toRequest(id, "request_reopened");
}

/** POST /account/requests/{id}/answers/{answer}/accept */
export async function acceptAnswer(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const key = answerKeyOf(page);
  await ctx.account.acceptAnswer(page.owner, key);
  return toRequest(key.requestId, "answer_accepted");
}

/** POST /account/requests/{id}/answers/{answer}/reject */
export async function rejectAnswer(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const key = answerKeyOf(page);
  await ctx.account.rejectAnswer(page.owner, key);
  return toRequest(key.requestId, "answer_rejected");
}

async function newPage(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
  { fields, errors, bounty = noBounty, ...answer }: Again,
): Promise<Response> {
  const cards = await ctx.account.listCards(owner);
  const { CURRENCY: currency } = ctx.config;
  const shown = { frame, currency, fields, errors, bounty, cards };
  const formOrigins = ctx.hostedOrigins;
  return privatePage(<NewRequestPage {...shown} />, { ...answer, formOrigins });
}

function editPage(
  ctx: AccountContext,
  page: AccountRequest,
  { fields, errors, ...answer }: Again,
): Promise<Response> {
  const { CURRENCY: currency } = ctx.config;
  const shown = { frame: page.frame, currency, fields, errors, requestId: requestIdOf(page) };
  return privatePage(<EditRequestPage {...shown} />, answer);
}

function toRequest(id: string, notice: NoticeCode): Response {
  return redirectTo(withNotice(`${paths.requests}/${id}`, notice));
}

function requestIdOf(page: AccountRequest): string {
  return idOf(page, "data_request_not_found", "You have no such request.");
}

function answerKeyOf(page: AccountRequest): { requestId: string; answerId: string } {
  const noAnswer = "The request has no such answer.";
  const answerId = idOf(page, "data_request_answer_not_found", noAnswer, "answer");
  return { requestId: requestIdOf(page), answerId };
}
