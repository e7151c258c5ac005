/** The API's operations that the tools use: where each is, and the shape of its answer. */
import { z } from "zod";
import { operatorView } from "../market/account/schemas.ts";
import { purchaseView } from "../market/purchase/schemas.ts";
import { waitingPurchaseView } from "../market/purchase/waiting/schemas.ts";

export type Operation<Answer extends z.ZodType = z.ZodType> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its parameters as `{id}`. */
  path: string;
  answer: Answer;
  /** How long one try may take; more where the API itself waits. */
  tryMsMax: number;
};

const QUICK_MS_MAX = 10_000;
/** The API waits up to 20 s for the outcome of a charge. */
const CHARGE_MS_MAX = 27_000;

const get = <Answer extends z.ZodType>(
  path: string,
  answer: Answer,
  tryMsMax = QUICK_MS_MAX,
): Operation<Answer> => ({ method: "GET", path, answer, tryMsMax });

const post = <Answer extends z.ZodType>(
  path: string,
  answer: Answer,
  tryMsMax = QUICK_MS_MAX,
): Operation<Answer> => ({ method: "POST", path, answer, tryMsMax });

export const operations = {
  readOperator: get("/operator/me", operatorView),
  buyDataset: post(
    "/datasets/{id}/buy",
    z.union([purchaseView, waitingPurchaseView]),
    CHARGE_MS_MAX,
  ),
} satisfies Record<string, Operation>;
