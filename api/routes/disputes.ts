import type { AgentActor } from "../../db/vocabulary/actor.ts";
import { answerDispute } from "../../market/purchase/dispute/answer-dispute.ts";
import { purchaseDisputes, saleDisputes } from "../../market/purchase/dispute/contract.ts";
import { getOwnDispute, getSaleDispute } from "../../market/purchase/dispute/read.ts";
import type { DisputeAnswerBody } from "../../market/purchase/dispute/schemas.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { stated } from "./dispute-statements.ts";

export const purchaseDisputeRoutes = (edge: Edge) =>
  bind(edge, purchaseDisputes, {
    getPurchaseDispute: (ctx, operator, { params }) => getOwnDispute(ctx, operator, params.id),
  });

export const saleDisputeRoutes = (edge: Edge) =>
  bind(edge, saleDisputes, {
    getSaleDispute: (ctx, agent, { params }) => getSaleDispute(ctx, agent, params.id),
    answerDispute: stated<AgentActor, DisputeAnswerBody>({
      allow: getSaleDispute,
      act: async (ctx, agent, id, said) => {
        const { changed, dispute } = await answerDispute(ctx, agent, id, said);
        return { changed, answer: dispute };
      },
    }),
  });
