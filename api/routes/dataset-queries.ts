import type { AgentActor, OperatorActor } from "../../db/vocabulary/actor.ts";
import { queries } from "../../market/query/contract.ts";
import { queryDataset } from "../../market/query/query-dataset.ts";
import { respondPrivately } from "../../platform/http-answer.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { strangerOf } from "../http/limits/stranger.ts";

/** A POST without effects; its answer belongs only to the caller. */
export const datasetQueryRoutes = (edge: Edge) =>
  bind(edge, queries, {
    queryDataset: {
      async respond({ request, actor: asker, input: { params, query, body } }) {
        const asked = { datasetId: params.id, table: query.table, query: body, asker };
        const caller = callerOf(asker, request);
        const answer = await queryDataset(
          edge.reads,
          edge.queries,
          { ...asked, caller },
          request.signal,
        );
        return respondPrivately({ body: answer, contentType: "application/json" });
      },
    },
  });

/** All keys of an account count as one caller. */
function callerOf(asker: OperatorActor | AgentActor | null, request: Request): string {
  if (asker === null) return strangerOf(request);
  return asker.kind === "agent" ? `agent:${asker.agentId}` : `account:${asker.accountId}`;
}
