/** The routes of answers to data requests: a seller agent gives them, the poster decides. */
import { Elysia } from "elysia";
import type { AgentActor, Context, OperatorActor } from "../../../market/context.ts";
import { acceptAnswer } from "../../../market/request/accept-answer.ts";
import { answerDataRequest } from "../../../market/request/answer-data-request.ts";
import { answerBody, answerParams, answersQuery } from "../../../market/request/answer-schemas.ts";
import { listAgentAnswers, listAnswers } from "../../../market/request/read.ts";
import { rejectAnswer } from "../../../market/request/reject-answer.ts";
import { withdrawAnswer } from "../../../market/request/withdraw-answer.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import {
  requireOperator,
  requireOperatorOrAgent,
  requireVerifiedAgent,
} from "../../http/authenticate.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { answerOperations as operations } from "./answers.operations.ts";

/** Both sides read the same addresses: an agent sees its own answers, the poster all of them. */
export const answerRoutes = (edge: Edge) =>
  new Elysia({ name: "request-answers" })
    .use(readingRoutes(edge))
    .use(sellerRoutes(edge))
    .use(posterRoutes(edge));

const readingRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "request-answers-reading" })
    .derive(async ({ request }) => ({
      actor: await requireOperatorOrAgent(ctx, tokens, request, "message", "read"),
    }))
    .get(
      "/requests/:id/answers",
      async ({ actor, params, query }) =>
        json(200, await listAnswers(ctx, actor, params.id, query)),
      { params: idParams, query: answersQuery, detail: operations.listAnswers },
    );

const sellerRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "request-answers-seller" })
    .derive(async ({ request }) => ({ agent: await requireVerifiedAgent(ctx, tokens, request) }))
    .get(
      "/requests/answers",
      async ({ agent, query }) => json(200, await listAgentAnswers(ctx, agent, query)),
      { query: answersQuery, detail: operations.listAgentAnswers },
    )
    .post(
      "/requests/:id/answers",
      ({ request, agent, params, body }) =>
        once(ctx, { request, actor: agent, input: body, ...created(params.id) }, (inner) =>
          answerDataRequest(inner, agent, params.id, body),
        ),
      {
        params: idParams,
        body: answerBody,
        query: emptyQuery,
        detail: operations.answerDataRequest,
      },
    )
    .post(
      "/requests/:id/answers/:answer_id/withdraw",
      ({ request, agent, params, body }) =>
        once(ctx, { request, actor: agent, input: body ?? {}, status: 200 }, (inner) =>
          withdrawAnswer(inner, agent, keyOf(params)),
        ),
      {
        params: answerParams,
        body: emptyBody,
        query: emptyQuery,
        detail: operations.withdrawAnswer,
      },
    );

const posterRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "request-answers-poster" })
    .derive(async ({ request }) => ({ operator: await requireOperator(ctx, request, "message") }))
    .post(
      "/requests/:id/answers/:answer_id/accept",
      ({ request, operator, params, body }) =>
        once(ctx, { request, actor: operator, input: body ?? {}, status: 200 }, (inner) =>
          acceptAnswer(inner, operator, keyOf(params)),
        ),
      { params: answerParams, body: emptyBody, query: emptyQuery, detail: operations.acceptAnswer },
    )
    .post(
      "/requests/:id/answers/:answer_id/reject",
      ({ request, operator, params, body }) =>
        once(ctx, { request, actor: operator, input: body ?? {}, status: 200 }, (inner) =>
          rejectAnswer(inner, operator, keyOf(params)),
        ),
      { params: answerParams, body: emptyBody, query: emptyQuery, detail: operations.rejectAnswer },
    );

const created = (requestId: string) => ({
  status: 201,
  location: () => `/requests/${requestId}/answers`,
});

const keyOf = ({ id, answer_id }: { id: string; answer_id: string }) => ({
  requestId: id,
  answerId: answer_id,
});

type AnswerCall = {
  request: Request;
  actor: OperatorActor | AgentActor;
  input: unknown;
  status: number;
  location?: () => string;
};

function once<T>(
  ctx: Context,
  { actor, ...call }: AnswerCall,
  run: (ctx: Context) => Promise<T>,
): Promise<Response> {
  const caller = callerOf(actor);
  return idempotently(ctx, { ...call, caller, run, view: (result: T) => result });
}
