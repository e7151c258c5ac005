/** The routes by which an operator's agents read what their key may do. */
import { Elysia } from "elysia";
import { viewOperator } from "../../../market/account/view-operator.ts";
import { emptyQuery } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOperator } from "../../http/authenticate.ts";
import { json } from "../../http/idempotency.ts";
import { operatorOperations as operations } from "./operators.operations.ts";

/** What an operator's agents ask of the key that they were given. */
export const operatorRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "operators" }).get(
    "/operator/me",
    async ({ request }) => json(200, await viewOperator(ctx, await requireOperator(ctx, request))),
    { query: emptyQuery, detail: operations.readOperator },
  );
