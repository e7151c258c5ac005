/** Reads of data requests and their answers. */
import {
  type AnswerDetail,
  findAnswer,
  findAnswerDetail,
  pageAnswers,
} from "../../db/queries/requests/answers.ts";
import {
  type DataRequestDetail,
  findDataRequest,
  findOwnDataRequest,
  findPublicDataRequest,
  pageDataRequests,
} from "../../db/queries/requests/data-requests.ts";
import { dataRequestsCountedMax, searchDataRequests } from "../../db/queries/requests/search.ts";
import type {
  AdminActor,
  AgentActor,
  OperatorActor,
  OwnerActor,
} from "../../db/vocabulary/actor.ts";
import { eachInSlices, yieldToOthers } from "../../platform/yield-to-others.ts";
import type { Viewer } from "../bounty/bounty-view.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { instantKey, instantShape } from "../list-cursor.ts";
import { type PageAsked, readPage } from "../pagination.ts";
import { decodeCursor, encodeCursor, requirePlace } from "../search/cursor.ts";
import type { AnswersQuery, AnswersView, AnswerView } from "./answer-schemas.ts";
import { viewAnswer } from "./answer-view.ts";
import { viewDataRequest, viewOwnDataRequest } from "./request-view.ts";
import { columnName } from "./rules.ts";
import type {
  DataRequestsQuery,
  DataRequestsView,
  DataRequestView,
  OwnDataRequestsQuery,
  OwnDataRequestsView,
  OwnDataRequestView,
} from "./schemas.ts";

const notFound = () => new MarketError("data_request_not_found", "No data request has this id.");

/** The public board. Errors: invalid_request for a foreign cursor. */
export async function listDataRequests(
  ctx: Context,
  query: DataRequestsQuery,
): Promise<DataRequestsView> {
  const now = ctx.now();
  const { limit, offset, sort } = query;
  // Dataset searches use cursors with the same shape and names of orders.
  const order = `requests:${sort}`;
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, order);
  requirePlace(after, sort === "budget" ? "integer" : "instant");
  const filters = {
    // Postgres reads "rain,wind" as a phrase, but people mean two words.
    words: query.query?.replaceAll(",", " "),
    category: query.category,
    columns: query.columns?.map(columnName),
    format: query.format,
    budgetCentsMin: query.min_budget_cents,
    state: query.status,
    postedSince: instant(query.posted_since),
    expiresBefore: instant(query.expires_before),
    now,
  };
  const page = { filters, sort, after, limit: limit + 1, offset };
  const { rows, total } = await searchDataRequests(ctx.db, page);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  const nextCursor =
    hasMore && last !== undefined
      ? encodeCursor({ sort: order, value: last.sortValue, id: last.request.id, walk: null })
      : null;
  return {
    items: await viewAll(shown, (row) => viewDataRequest({ config: ctx.config, now }, row)),
    pagination: {
      limit,
      offset,
      total: Math.min(total, dataRequestsCountedMax),
      total_is_exact: total <= dataRequestsCountedMax,
      has_more: hasMore,
      next_cursor: nextCursor,
    },
  };
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/**
 * A public request; its poster also sees how the charge of its bounty goes. Errors: data_request_not_found.
 */
export async function getDataRequest(
  ctx: Context,
  requestId: string,
  reader: OperatorActor | null = null,
): Promise<DataRequestView> {
  const found = await findPublicDataRequest(ctx.db, requestId);
  if (found === null) throw notFound();
  const isOwn = found.request.accountId === reader?.accountId;
  return viewDataRequest({ config: ctx.config, now: ctx.now() }, found, { isOwn });
}

/** One of the account's own, even a removed one. Errors: data_request_not_found. */
export async function getOwnDataRequest(
  ctx: Context,
  { accountId }: OperatorActor | OwnerActor,
  requestId: string,
): Promise<OwnDataRequestView> {
  const found = await findOwnDataRequest(ctx.db, { requestId, accountId });
  if (found === null) throw notFound();
  return viewOwnDataRequest({ config: ctx.config, now: ctx.now() }, found);
}

/** The account's own, newest first. */
export function listOwnDataRequests(
  ctx: Context,
  { accountId }: OperatorActor | OwnerActor,
  { status, ...page }: OwnDataRequestsQuery,
): Promise<OwnDataRequestsView> {
  return requestsOf(ctx, { accountId, state: status }, page);
}

/** In slices: a request may have a contract of 8,000 characters, which is also put into words. */
async function viewAll<Row, View>(rows: Row[], view: (row: Row) => View): Promise<View[]> {
  const views: View[] = [];
  await eachInSlices(rows, viewsInSlice, (row) => views.push(view(row)));
  await yieldToOthers();
  return views;
}

const viewsInSlice = 20;

async function requestsOf(
  ctx: Context,
  of: { accountId?: string; state: OwnDataRequestsQuery["status"] },
  page: PageAsked,
): Promise<OwnDataRequestsView> {
  const now = ctx.now();
  const list = {
    name: of.accountId === undefined ? "all requests" : "own requests",
    shape: instantShape,
    keyOf: ({ request }: DataRequestDetail) => instantKey(request.createdAt, request.id),
  };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageDataRequests(ctx.db, { ...of, now, ...slice }),
  );
  return {
    items: await viewAll(rows, (row) => viewOwnDataRequest({ config: ctx.config, now }, row)),
    pagination,
  };
}

/**
 * The answers to a request, latest first: all of them for its poster, its own for a seller agent.
 * Errors: data_request_not_found, invalid_request (a foreign cursor).
 */
export async function listAnswers(
  ctx: Context,
  actor: OperatorActor | AgentActor | OwnerActor,
  requestId: string,
  query: AnswersQuery,
): Promise<AnswersView> {
  if (actor.kind === "agent") {
    const { agentId } = actor;
    const page = await answersOf(ctx, { requestId, agentId }, query, "seller");
    // A seller can read the outcome of its answer in any state of the request.
    if (page.items.length === 0 && (await findPublicDataRequest(ctx.db, requestId)) === null) {
      throw notFound();
    }
    return page;
  }
  const own = { requestId, accountId: actor.accountId };
  if ((await findOwnDataRequest(ctx.db, own)) === null) throw notFound();
  return answersOf(ctx, { requestId }, query);
}

/** A seller agent's answers to all requests, latest first. */
export function listAgentAnswers(
  ctx: Context,
  { agentId }: AgentActor,
  query: AnswersQuery,
): Promise<AnswersView> {
  return answersOf(ctx, { agentId }, query, "seller");
}

/** The answers of all the owner's agents, latest first. */
export function listOwnerAnswers(
  ctx: Context,
  { accountId }: OwnerActor,
  query: AnswersQuery,
): Promise<AnswersView> {
  return answersOf(ctx, { ownerAccountId: accountId }, query, "seller");
}

/** One answer of the owner's agents. Errors: data_request_answer_not_found. */
export async function getOwnerAnswer(
  ctx: Context,
  { accountId }: OwnerActor,
  answerId: string,
): Promise<AnswerView> {
  const of = { ownerAccountId: accountId, answerId };
  const { rows } = await pageAnswers(ctx.db, { of, status: undefined, limit: 1, offset: 0 });
  const [found] = rows;
  if (found !== undefined) return viewAnswer({ config: ctx.config, now: ctx.now() }, found);
  throw new MarketError("data_request_answer_not_found", "Your agents gave no such answer.");
}

async function answersOf(
  ctx: Context,
  of: Parameters<typeof pageAnswers>[1]["of"],
  { status, ...page }: AnswersQuery,
  viewer: Viewer = "poster",
): Promise<AnswersView> {
  const now = ctx.now();
  const list = {
    name: of.requestId === undefined ? "own answers" : `answers ${of.requestId}`,
    shape: instantShape,
    keyOf: ({ answer }: AnswerDetail) => instantKey(answer.createdAt, answer.id),
  };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageAnswers(ctx.db, { of, status, ...slice }),
  );
  return {
    items: rows.map((row) => viewAnswer({ config: ctx.config, now }, row, viewer)),
    pagination,
  };
}

/** All requests, including removed ones and those of suspended accounts, newest first. */
export function listDataRequestsToModerate(
  ctx: Context,
  _admin: AdminActor,
  { status, ...page }: OwnDataRequestsQuery,
): Promise<OwnDataRequestsView> {
  return requestsOf(ctx, { state: status }, page);
}

export type ModeratedDataRequest = {
  request: OwnDataRequestView;
  /** The poster's account, which everybody else knows by a pseudonym. */
  posterAccountId: string;
  answers: AnswersView;
};

/**
 * Any request with a page of its answers, for administrators.
 * Errors: data_request_not_found, invalid_request (a foreign cursor).
 */
export async function getDataRequestToModerate(
  ctx: Context,
  _admin: AdminActor,
  requestId: string,
  page: { limit: number; offset: number },
): Promise<ModeratedDataRequest> {
  const found = await findDataRequest(ctx.db, requestId);
  if (found === null) throw notFound();
  const by = { config: ctx.config, now: ctx.now() };
  const answers = await answersOf(ctx, { requestId }, page);
  const posterAccountId = found.request.accountId;
  return { request: viewOwnDataRequest(by, found), posterAccountId, answers };
}

/** Any answer, for administrators. Errors: data_request_answer_not_found. */
export async function getAnswerToModerate(
  ctx: Context,
  _admin: AdminActor,
  key: { requestId: string; answerId: string },
): Promise<AnswerView> {
  const answer = await findAnswer(ctx.db, key);
  const found = answer === null ? null : await findAnswerDetail(ctx.db, answer.id);
  if (found !== null) return viewAnswer({ config: ctx.config, now: ctx.now() }, found);
  throw new MarketError("data_request_answer_not_found", "There is no such answer.");
}
