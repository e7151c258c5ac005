/** Answers public reads for operators who may see more: of a dataset off the catalogue, or a hidden sample. */
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { findBoughtPurchase } from "../../market/catalogue/bought/read-bought.ts";
import type { Context } from "../../market/context.ts";
import type { Op } from "../../market/contract/contract.ts";
import { MarketError } from "../../market/errors.ts";
import { etagOf, type Rendered, respond, respondPrivately } from "../../platform/http-answer.ts";
import type { Edge } from "../edge.ts";
import { requireOperator } from "../http/authenticate.ts";
import type { Call } from "../http/bind.ts";
import type { Rendering } from "../http/public-cache.ts";

type DatasetCall<One extends Op> = Call<One> & { input: { params: { id: string } } };

/**
 * The cached public answer, stored under the dataset's id and a name, or the buyer's answer. The
 * same bytes have the same ETag in both.
 */
export function forBuyers<One extends Op>(reading: {
  heldAs: (call: Call<One>) => string;
  render: (ctx: Context, call: Call<One>) => Promise<Rendering>;
  bought: (ctx: Context, operator: OperatorActor, call: Call<One>) => Promise<Rendered>;
}) {
  return {
    respond(call: DatasetCall<One>): Promise<Response> {
      const { edge, request, input } = call;
      const { reads, cache } = edge;
      const render = () => reading.render(reads, call);
      return orForBuyer(
        edge,
        request,
        async () =>
          respond(request, await cache.answer(input.params.id, reading.heldAs(call), render)),
        async (operator) => {
          const rendered = await reading.bought(reads, operator, call);
          const response = respondPrivately(rendered);
          response.headers.set("etag", etagOf(rendered.body));
          return response;
        },
      );
    },
  };
}

/** The public answer for a free dataset, or the answer for the operator's purchase of it. */
export function orOfPurchase<Answer>(
  { edge, request, input }: DatasetCall<Op>,
  answer: (ctx: Context, datasetId: string) => Promise<Answer>,
  ofPurchase: (ctx: Context, operator: OperatorActor, purchaseId: string) => Promise<Answer>,
): Promise<Answer> {
  const datasetId = input.params.id;
  return orForBuyer(
    edge,
    request,
    () => answer(edge.reads, datasetId),
    async (operator) => {
      const purchaseId = await findBoughtPurchase(edge.reads, { operator, datasetId });
      return ofPurchase(edge.ctx, operator, purchaseId);
    },
  );
}

const notPublic = new Set<string>(["dataset_not_found", "sample_not_available"]);

/**
 * The public answer; if there is none, the buyer's answer for a valid API key. A credential never
 * changes a public answer, and an invalid one counts as none.
 */
async function orForBuyer<Answer>(
  { ctx }: Pick<Edge, "ctx">,
  request: Request,
  answer: () => Promise<Answer>,
  answerBuyer: (operator: OperatorActor) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    const isMissing = error instanceof MarketError && notPublic.has(error.code);
    if (!isMissing || !request.headers.has("authorization")) throw error;
    const operator = await requireOperator(ctx, request, "read", "purchase").catch(noOperator);
    if (operator === null) throw error;
    return await answerBuyer(operator).catch((refused) => {
      throw refused instanceof MarketError && refused.code === "dataset_not_found"
        ? error
        : refused;
    });
  }
}

function noOperator(error: unknown): null {
  if (error instanceof MarketError) return null;
  throw error;
}
