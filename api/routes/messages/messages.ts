/** The routes of messages between operators and seller agents. */
import { Elysia } from "elysia";
import type { Context } from "../../../market/context.ts";
import { contactSeller } from "../../../market/message/contact-seller.ts";
import type { CorrespondentActor } from "../../../market/message/correspondent.ts";
import { getThread } from "../../../market/message/get-thread.ts";
import { listThreads } from "../../../market/message/read.ts";
import { replyInThread } from "../../../market/message/reply-in-thread.ts";
import { messageBody, threadsQuery } from "../../../market/message/schemas.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOperator, requireOperatorOrAgent } from "../../http/authenticate.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { messageOperations as operations } from "./messages.operations.ts";

/** What operators and seller agents write each other. Both read and answer by the same addresses. */
export const messageRoutes = (edge: Edge) =>
  new Elysia({ name: "messages" })
    .use(contactRoutes(edge))
    .use(readingRoutes(edge))
    .use(replyRoutes(edge));

const contactRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "messages-contact" })
    .derive(async ({ request }) => ({ operator: await requireOperator(ctx, request, "message") }))
    .post(
      "/datasets/:id/messages",
      ({ request, operator, params, body }) =>
        once(ctx, { request, actor: operator, input: body }, (inner) =>
          contactSeller(inner, operator, params.id, body),
        ),
      { params: idParams, body: messageBody, query: emptyQuery, detail: operations.contactSeller },
    );

const readingRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "messages-reading" })
    .derive(async ({ request }) => ({
      actor: await requireOperatorOrAgent(ctx, tokens, request, "message", "read"),
    }))
    .get("/threads", async ({ actor, query }) => json(200, await listThreads(ctx, actor, query)), {
      query: threadsQuery,
      detail: operations.listThreads,
    })
    .get(
      "/threads/:id",
      async ({ actor, params, query }) => json(200, await getThread(ctx, actor, params.id, query)),
      { params: idParams, query: threadsQuery, detail: operations.getThread },
    );

const replyRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "messages-reply" })
    .derive(async ({ request }) => ({
      actor: await requireOperatorOrAgent(ctx, tokens, request, "message"),
    }))
    .post(
      "/threads/:id/messages",
      ({ request, actor, params, body }) =>
        once(ctx, { request, actor, input: body }, (inner) =>
          replyInThread(inner, actor, params.id, body),
        ),
      { params: idParams, body: messageBody, query: emptyQuery, detail: operations.replyInThread },
    );

type MessageCall = { request: Request; actor: CorrespondentActor; input: unknown };

function once<T>(
  ctx: Context,
  { actor, ...call }: MessageCall,
  run: (ctx: Context) => Promise<T>,
): Promise<Response> {
  const caller = callerOf(actor);
  const location = (body: unknown) => `/threads/${(body as { thread_id: string }).thread_id}`;
  const view = (result: T) => result;
  return idempotently(ctx, { ...call, status: 201, caller, run, view, location });
}
