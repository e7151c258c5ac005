import type { Context } from "../../market/context.ts";
import { checkOpenTerms } from "../../market/query/acceptance/check-open-terms.ts";
import { acceptAnswer } from "../../market/request/accept-answer.ts";
import { answerDataRequest } from "../../market/request/answer-data-request.ts";
import { closeDataRequest } from "../../market/request/close-data-request.ts";
import { dataRequests } from "../../market/request/contract.ts";
import { editDataRequest } from "../../market/request/edit-data-request.ts";
import { findMatches } from "../../market/request/matches.ts";
import { postDataRequest } from "../../market/request/post-data-request.ts";
import {
  getDataRequest,
  listAgentAnswers,
  listAnswers,
  listDataRequests,
  listOwnDataRequests,
} from "../../market/request/read.ts";
import { rejectAnswer } from "../../market/request/reject-answer.ts";
import { reopenDataRequest } from "../../market/request/reopen-data-request.ts";
import { withdrawAnswer } from "../../market/request/withdraw-answer.ts";
import { searchDatasets } from "../../market/search/search-datasets.ts";
import { etagOf } from "../../platform/http-answer.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { withTag } from "../http/conditional.ts";
import { json } from "../http/idempotency.ts";

export const dataRequestRoutes = (edge: Edge) =>
  bind(edge, dataRequests, {
    listDataRequests: (ctx, _caller, { query }) => listDataRequests(ctx, query),
    getDataRequest: (ctx, _caller, { params }) => getDataRequest(ctx, params.id),
    listDataRequestMatches: async (ctx, _caller, { params }) => {
      const request = await getDataRequest(ctx, params.id);
      return { items: await matchesOf(ctx, request) };
    },
    listOwnDataRequests: (ctx, operator, { query }) => listOwnDataRequests(ctx, operator, query),
    postDataRequest: {
      act: async (ctx, operator, { body }) => {
        // Searches first, so that nothing is posted if the search fails.
        const matches = await matchesOf(edge.reads, body);
        return { ...(await postDataRequest(ctx, operator, body)), matches };
      },
      check: async ({ input: { body } }) => {
        if (body.bounty !== undefined) checkOpenTerms(edge.ctx, body.bounty.acceptance);
      },
    },
    editDataRequest: {
      respond: async ({ edge: { ctx }, actor, input: { params, body, precondition } }) => {
        const edited = await editDataRequest(ctx, actor, params.id, body, precondition);
        // The ETag is that of the public GET of this address.
        const shown = await getDataRequest(ctx, params.id);
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

const matchesOf = (ctx: Context, wanted: Parameters<typeof findMatches>[1]) =>
  findMatches((query) => searchDatasets(ctx, query), wanted);

const keyOf = ({ id, answer_id }: { id: string; answer_id: string }) => ({
  requestId: id,
  answerId: answer_id,
});
