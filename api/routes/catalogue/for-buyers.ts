/** How a public read answers an operator whose dataset is off the catalogue: by what it has bought. */
import type { OperatorActor } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import type { Edge } from "../../edge.ts";
import { requireOperator } from "../../http/authenticate.ts";

/**
 * The public answer; where there is no such dataset, that of its buyer, if an API key came along. No
 * credential makes a public answer another one, and one that is not valid is as good as none.
 */
export async function orForBuyer<Answer>(
  { ctx }: Pick<Edge, "ctx">,
  request: Request,
  answer: () => Promise<Answer>,
  answerBuyer: (operator: OperatorActor) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    const isMissing = error instanceof MarketError && error.code === "dataset_not_found";
    if (!isMissing || !request.headers.has("authorization")) throw error;
    const operator = await requireOperator(ctx, request, "read", "purchase").catch(noOperator);
    if (operator === null) throw error;
    return await answerBuyer(operator);
  }
}

function noOperator(error: unknown): null {
  if (error instanceof MarketError) return null;
  throw error;
}
