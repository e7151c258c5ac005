import { findPurseOfRequest } from "../../db/queries/purchases/purses.ts";
import type { Context } from "../../market/context.ts";
import { chargeInTime } from "../../market/purchase/settlement/charge-in-time.ts";
import { settlePayment } from "../../market/purchase/settlement/settle-payment.ts";
import { checkOpenTerms } from "../../market/query/acceptance/check-open-terms.ts";
import { refusalOf } from "../../market/refusal.ts";
import { acceptAnswer } from "../../market/request/accept-answer.ts";
import { answerDataRequest } from "../../market/request/answer-data-request.ts";
import { closeDataRequest } from "../../market/request/close-data-request.ts";
import { dataRequests } from "../../market/request/contract.ts";
import { editDataRequest } from "../../market/request/edit-data-request.ts";
import { findMatches } from "../../market/request/matches.ts";
import { postDataRequest } from "../../market/request/post-data-request.ts";
import {
  getDataRequest,
  getOwnDataRequest,
  listAgentAnswers,
  listAnswers,
  listDataRequests,
  listOwnDataRequests,
} from "../../market/request/read.ts";
import { rejectAnswer } from "../../market/request/reject-answer.ts";
import { reopenDataRequest } from "../../market/request/reopen-data-request.ts";
import type { PostedView } from "../../market/request/schemas.ts";
import { withdrawAnswer } from "../../market/request/withdraw-answer.ts";
import { searchDatasets } from "../../market/search/search-datasets.ts";
import { etagOf } from "../../platform/http-answer.ts";
import type { Edge } from "../edge.ts";
import { bind, type Call } from "../http/bind.ts";
import { withTag } from "../http/conditional.ts";
import { callerOf, idempotently, json } from "../http/idempotency.ts";

export const dataRequestRoutes = (edge: Edge) =>
  bind(edge, dataRequests, {
    listDataRequests: (ctx, _caller, { query }) => listDataRequests(ctx, query),
    getDataRequest: (ctx, reader, { params }) => getDataRequest(ctx, params.id, reader),
    listDataRequestMatches: async (ctx, _caller, { params }) => {
      const request = await getDataRequest(ctx, params.id);
      return { items: await matchesOf(ctx, request) };
    },
    listOwnDataRequests: (ctx, operator, { query }) => listOwnDataRequests(ctx, operator, query),
    postDataRequest: { respond: postAndFund },
    editDataRequest: {
      respond: async ({ edge: { ctx }, actor, input: { params, body, precondition } }) => {
        const edited = await editDataRequest(ctx, actor, params.id, body, precondition);
        // The ETag is that of the poster's GET of this address.
        const shown = await getDataRequest(ctx, params.id, actor);
        return withTag(json(200, edited), etagOf(JSON.stringify(shown)));
      },
    },
    closeDataRequest: (ctx, operator, { params }) => closeDataRequest(ctx, operator, params.id),
    reopenDataRequest: (ctx, operator, { params }) => reopenDataRequest(ctx, operator, params.id),
    listDataRequestAnswers: (ctx, caller, { params, query }) =>
      listAnswers(ctx, caller, params.id, query),
    listAgentAnswers: (ctx, agent, { query }) => listAgentAnswers(ctx, agent, query),
    answerDataRequest: {
      act: (ctx, agent, { params, body }) => answerDataRequest(ctx, agent, params.id, body),
      location: ({ params }) => `/requests/${params.id}/answers`,
    },
    withdrawDataRequestAnswer: (ctx, agent, { params }) =>
      withdrawAnswer(ctx, agent, keyOf(params)),
    acceptDataRequestAnswer: (ctx, operator, { params }) =>
      acceptAnswer(ctx, operator, keyOf(params)),
    rejectDataRequestAnswer: (ctx, operator, { params }) =>
      rejectAnswer(ctx, operator, keyOf(params)),
  });

/**
 * Charges the bounty of a new request after the transaction of the caller's key. The answer, and that of a
 * repeat, has the bounty as it is then.
 */
async function postAndFund(call: Call<typeof dataRequests.postDataRequest>): Promise<Response> {
  const { edge, request, actor, input } = call;
  const { body } = input;
  const { bounty } = body;
  const refusal = await refusalOf(
    bounty === undefined ? undefined : checkOpenTerms(edge.ctx, bounty.acceptance),
  );
  const posted = await idempotently(edge.ctx, {
    request,
    caller: callerOf(actor),
    input: body,
    status: 201,
    run: async (ctx) => {
      if (refusal !== null) throw refusal;
      // Searches first, so that nothing is posted if the search fails.
      const matches = await matchesOf(edge.reads, body);
      return { ...(await postDataRequest(ctx, actor, body)), matches };
    },
    view: (made) => made,
  });
  if (posted.status !== 201 || bounty === undefined) return posted;
  const { matches, ...made } = (await posted.json()) as PostedView;
  await fund(edge, made.id);
  const now = await getOwnDataRequest(edge.ctx, actor, made.id);
  const answer = json(201, { ...now, matches });
  const replayed = posted.headers.get("idempotent-replayed");
  if (replayed !== null) answer.headers.set("idempotent-replayed", replayed);
  return answer;
}

async function fund({ ctx, log }: Edge, requestId: string): Promise<void> {
  const purse = await findPurseOfRequest(ctx.db, requestId);
  if (purse === null || purse.state !== "payment_pending") return;
  const purseId = purse.id;
  await chargeInTime(ctx, purse, {
    charge: (pending) => settlePayment(ctx, pending),
    trouble: ({ level, detail }) =>
      log[level]({ purseId, trouble: detail }, "a payment is not settled yet"),
    failed: (error) =>
      log.error({ err: error, purseId }, "a payment could not be settled; the clock continues"),
  });
}

const matchesOf = (ctx: Context, wanted: Parameters<typeof findMatches>[1]) =>
  findMatches((query) => searchDatasets(ctx, query), wanted);

const keyOf = ({ id, answer_id }: { id: string; answer_id: string }) => ({
  requestId: id,
  answerId: answer_id,
});
