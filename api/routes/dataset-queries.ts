import type { AgentActor, OperatorActor } from "../../db/vocabulary/actor.ts";
import { queries } from "../../market/query/contract.ts";
import { matching } from "../../market/query/matching/contract.ts";
import { matchValues } from "../../market/query/matching/match-values.ts";
import { queryDataset } from "../../market/query/query-dataset.ts";
import { findNear } from "../../market/search/embed/find-near.ts";
import type { SearchQuery } from "../../market/search/schemas.ts";
import { searchDatasets } from "../../market/search/search-datasets.ts";
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

export const matchingRoutes = (edge: Edge) =>
  bind(edge, matching, {
    matchValues: (ctx, asker, { body }) => {
      const { reads } = edge;
      const search = (query: SearchQuery) => searchDatasets(reads, query, findNear);
      return matchValues(ctx, { reads, search }, body, asker);
    },
  });
