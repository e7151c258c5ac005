/** The route that cancels a purchase: noted first, then cancelled at the provider. */
import { Elysia } from "elysia";
import { askToCancelPurchase, requireCancelled } from "../../../market/purchase/cancel-purchase.ts";
import { loadPurchaseView } from "../../../market/purchase/purchase-view.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOperator } from "../../http/authenticate.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { cancelOperation } from "./purchases.cancel.operations.ts";
import { bringOn, findOrThrow, setRetryAfter } from "./purchases.charge.ts";

/** Cancelling: any key of the account that may buy. */
export const cancelRoutes = (edge: Edge) =>
  new Elysia({ name: "purchases-cancelling" })
    .derive(async ({ request }) => ({
      operator: await requireOperator(edge.ctx, request, "purchase"),
    }))
    .post(
      "/purchases/:id/cancel",
      async ({ request, operator, params }) => {
        const noted = await idempotently(edge.ctx, {
          request,
          caller: callerOf(operator),
          input: {},
          status: 200,
          run: (inner) => askToCancelPurchase(inner, operator, params.id),
          view: (purchase) => ({ purchase_id: purchase.id }),
        });
        if (noted.status !== 200) return noted;
        const response = await cancelAtProvider(edge, params.id);
        const replayed = noted.headers.get("idempotent-replayed");
        if (replayed !== null) response.headers.set("idempotent-replayed", replayed);
        return response;
      },
      { params: idParams, body: emptyBody, query: emptyQuery, detail: cancelOperation },
    );

/** No transaction is open here: the note is kept, and the clock goes on where this ends. */
async function cancelAtProvider(edge: Edge, purchaseId: string): Promise<Response> {
  const noted = await findOrThrow(edge, purchaseId);
  const isPending = noted.state === "payment_pending";
  const purchase = isPending ? await bringOn(edge, noted) : noted;
  requireCancelled(purchase);
  const response = json(200, await loadPurchaseView(edge.ctx, purchaseId));
  setRetryAfter(response, purchase, edge.ctx.now());
  return response;
}
