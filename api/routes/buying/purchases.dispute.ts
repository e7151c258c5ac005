/** The routes of disputes: opened by the buyer, with files; answered by the seller; read by both. */
import { Elysia } from "elysia";
import type { Context } from "../../../market/context.ts";
import { answerDispute } from "../../../market/purchase/dispute/answer-dispute.ts";
import type {
  GivenAttachment,
  KeptAttachment,
} from "../../../market/purchase/dispute/attachment-rules.ts";
import {
  decodeAttachments,
  hashesOf,
  keepAttachments,
} from "../../../market/purchase/dispute/keep-attachments.ts";
import { getOwnDispute, getSaleDispute } from "../../../market/purchase/dispute/read.ts";
import { disputeAnswerBody } from "../../../market/purchase/dispute/schemas.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOperator, requireVerifiedAgent } from "../../http/authenticate.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { disputeOperations as operations } from "./purchases.dispute.operations.ts";

export const disputeRoutes = (edge: Edge) =>
  new Elysia({ name: "disputes" }).use(readingRoutes(edge)).use(sellersRoutes(edge));

const readingRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "disputes-reading" })
    .derive(async ({ request }) => ({
      operator: await requireOperator(ctx, request, "read", "purchase"),
    }))
    .get(
      "/purchases/:id/dispute",
      async ({ operator, params }) => json(200, await getOwnDispute(ctx, operator, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.getPurchaseDispute },
    );

const sellersRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "disputes-of-sales" })
    .derive(async ({ request }) => ({ agent: await requireVerifiedAgent(ctx, tokens, request) }))
    .get(
      "/agent/sales/:id/dispute",
      async ({ agent, params }) => json(200, await getSaleDispute(ctx, agent, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.getSaleDispute },
    )
    .post(
      "/agent/sales/:id/dispute/answers",
      async ({ request, agent, params, body }) => {
        const { attachments, ...said } = body;
        const files = decodeAttachments(attachments);
        if (files.length > 0) await getSaleDispute(ctx, agent, params.id);
        const caller = callerOf(agent);
        const call = { request, caller, purchaseId: params.id, said, files };
        let isNew = false;
        return stateOnce(ctx, { ...call, isNew: () => isNew }, async (inner, kept) => {
          const answer = { text: said.text, attachments: kept };
          const { changed, dispute } = await answerDispute(inner, agent, params.id, answer);
          isNew = changed;
          return dispute;
        });
      },
      {
        params: idParams,
        body: disputeAnswerBody,
        query: emptyQuery,
        detail: operations.answerDispute,
      },
    );

type Statement = {
  request: Request;
  caller: string;
  purchaseId: string;
  said: unknown;
  files: GivenAttachment[];
  /** Whether it was written; left out: whenever it was not refused. */
  isNew?: () => boolean;
};

/** The files are written before the key's transaction begins, and deleted again where it names none of them. */
function stateOnce<T>(
  ctx: Context,
  { request, caller, purchaseId, said, files, isNew = () => true }: Statement,
  run: (ctx: Context, kept: KeptAttachment[]) => Promise<T>,
): Promise<Response> {
  const isUsed = (answer: Response) =>
    answer.ok && !answer.headers.has("idempotent-replayed") && isNew();
  return keepAttachments(ctx, { purchaseId, files, isUsed }, (kept) =>
    idempotently(ctx, {
      request,
      caller,
      input: files.length === 0 ? said : { said, files: hashesOf(files) },
      status: 200,
      run: (inner) => run(inner, kept),
      view: (result: T) => result,
    }),
  );
}
