/** The route that buys, apart from the other routes of purchases for its order of checks. */
import { Elysia } from "elysia";
import { buyBody } from "../../../market/purchase/buy-schema.ts";
import { openPurchase } from "../../../market/purchase/open-purchase.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOperator } from "../../http/authenticate.ts";
import { buyOperation } from "./purchases.buy.operations.ts";
import { chargeNewPurchase } from "./purchases.charge.ts";

/** Buying. Who may not buy at all is told so before the body is read. */
export const buyRoutes = (edge: Edge) =>
  new Elysia({ name: "purchases-buying" })
    .derive(async ({ request }) => ({
      operator: await requireOperator(edge.ctx, request, "purchase"),
    }))
    .post(
      "/datasets/:id/buy",
      ({ request, operator, params, body }) =>
        chargeNewPurchase(edge, {
          request,
          operator,
          input: body,
          open: (ctx) => openPurchase(ctx, operator, params.id, body),
        }),
      { params: idParams, body: buyBody, query: emptyQuery, detail: buyOperation },
    );
