/** The route of queries over a dataset's rows. */
import { Elysia } from "elysia";
import type { AgentActor, OperatorActor } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { queryDataset } from "../../../market/query/query-dataset.ts";
import { queryBody, queryParameters } from "../../../market/query/schemas.ts";
import { idParams } from "../../../market/text.ts";
import { respondPrivately } from "../../../platform/http-answer.ts";
import type { Edge } from "../../edge.ts";
import { requireOperatorOrAgent } from "../../http/authenticate.ts";
import { strangerOf } from "../../http/limits/stranger.ts";
import { queryOperations as operations } from "./datasets.query.operations.ts";

const jsonType = "application/json";

/** A POST that changes nothing: it is read as a whole, and its answer belongs to the caller alone. */
export const datasetQueryRoutes = (edge: Edge) =>
  new Elysia({ name: "dataset-queries" }).post(
    "/datasets/:id/query",
    async ({ request, params, query, body }) => {
      const asker = await askerOf(edge, request);
      const asked = { datasetId: params.id, table: query.table, query: body, asker };
      const caller = callerOf(asker, request);
      const answer = await queryDataset(
        edge.reads,
        edge.queries,
        { ...asked, caller },
        request.signal,
      );
      return respondPrivately({ body: answer, contentType: jsonType });
    },
    {
      params: idParams,
      query: queryParameters,
      body: queryBody,
      detail: operations.queryDataset,
    },
  );

/** No credential makes a public answer another one, and one that is not valid is as good as none. */
async function askerOf(
  { reads, tokens }: Edge,
  request: Request,
): Promise<OperatorActor | AgentActor | null> {
  if (!request.headers.has("authorization")) return null;
  try {
    return await requireOperatorOrAgent(reads, tokens, request, "read", "purchase");
  } catch (error) {
    if (error instanceof MarketError) return null;
    throw error;
  }
}

/** All keys of an account are one caller. */
function callerOf(asker: OperatorActor | AgentActor | null, request: Request): string {
  if (asker === null) return strangerOf(request);
  return asker.kind === "agent" ? `agent:${asker.agentId}` : `account:${asker.accountId}`;
}
