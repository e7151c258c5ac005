/** The routes of purchases that wait for their person: looked at, and taken back. */
import { Elysia } from "elysia";
import { cancelWaitingPurchase } from "../../../market/purchase/waiting/cancel-waiting-purchase.ts";
import { getWaitingPurchase, listWaitingPurchases } from "../../../market/purchase/waiting/read.ts";
import { waitingPurchasesQuery } from "../../../market/purchase/waiting/schemas.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOperator } from "../../http/authenticate.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { waitingOperations as operations } from "./waiting-purchases.operations.ts";

/** An agent looks and takes back; only the person, signed in on the site, approves or refuses. */
export const waitingRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "waiting-purchases" })
    .get(
      "/waiting-purchases",
      async ({ request, query }) => {
        const operator = await requireOperator(ctx, request, "read", "purchase");
        return json(200, await listWaitingPurchases(ctx, operator, query));
      },
      { query: waitingPurchasesQuery, detail: operations.listWaitingPurchases },
    )
    .get(
      "/waiting-purchases/:id",
      async ({ request, params }) => {
        const operator = await requireOperator(ctx, request, "read", "purchase");
        return json(200, await getWaitingPurchase(ctx, operator, params.id));
      },
      { params: idParams, query: emptyQuery, detail: operations.getWaitingPurchase },
    )
    .post(
      "/waiting-purchases/:id/cancel",
      async ({ request, params }) => {
        const operator = await requireOperator(ctx, request, "purchase");
        return idempotently(ctx, {
          request,
          caller: callerOf(operator),
          input: {},
          status: 200,
          run: (inner) => cancelWaitingPurchase(inner, operator, params.id),
          view: (cancelled) => cancelled,
        });
      },
      {
        params: idParams,
        body: emptyBody,
        query: emptyQuery,
        detail: operations.cancelWaitingPurchase,
      },
    );
