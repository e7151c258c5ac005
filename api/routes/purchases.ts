import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { countCode } from "../../market/coupon/try-code.ts";
import { askToCancelPurchase, requireCancelled } from "../../market/purchase/cancel-purchase.ts";
import { confirmPurchase } from "../../market/purchase/confirm-purchase.ts";
import { purchases } from "../../market/purchase/contract.ts";
import {
  getPurchaseManifestUrl,
  listPurchaseFiles,
} from "../../market/purchase/delivery/list-purchase-files.ts";
import { disputePurchase } from "../../market/purchase/dispute-purchase.ts";
import { getPurchaseDownload } from "../../market/purchase/get-purchase-download.ts";
import { openPurchase } from "../../market/purchase/open-purchase.ts";
import { loadPurchaseView } from "../../market/purchase/purchase-view.ts";
import { findOwnPurchase, getPurchase, listPurchases } from "../../market/purchase/read.ts";
import { getReceipt } from "../../market/purchase/receipt/get-receipt.ts";
import { renderReceipt } from "../../market/purchase/receipt/render-receipt.ts";
import type { DisputeBody } from "../../market/purchase/schemas.ts";
import { checkTerms } from "../../market/query/acceptance/check-terms.ts";
import { openSubscription } from "../../market/subscription/open-subscription.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { callerOf, idempotently, json } from "../http/idempotency.ts";
import {
  charged,
  chargeWhileWaiting,
  findOrThrow,
  findPurseOrThrow,
  setRetryAfter,
} from "./charge.ts";
import { stated } from "./dispute-statements.ts";

export const purchaseRoutes = (edge: Edge) =>
  bind(edge, purchases, {
    buyDataset: charged(
      async (ctx, operator, { params, body: { plan, ...body } }) => {
        if (plan === undefined) return openPurchase(ctx, operator, params.id, body);
        return openSubscription(ctx, operator, params.id, { ...body, plan });
      },
      async ({ request, actor, input: { params, body } }) => {
        const caller = `account:${actor.accountId}`;
        const asked = { datasetId: params.id, choice: body.acceptance, caller };
        await checkTerms(edge.ctx, edge.queries, asked, request.signal);
        await countCode(edge.ctx, { ...actor, datasetId: params.id, code: body.coupon });
      },
    ),
    listPurchases: (ctx, operator, { query }) => listPurchases(ctx, operator, query),
    getPurchase: (ctx, operator, { params }) => getPurchase(ctx, operator, params.id),
    getPurchaseDownloadUrl: (ctx, operator, { params, query }) =>
      getPurchaseDownload(ctx, operator, params.id, query),
    listPurchaseFiles: (ctx, operator, { params, query }) =>
      listPurchaseFiles(ctx, operator, params.id, query),
    getPurchaseManifest: (ctx, operator, { params }) =>
      getPurchaseManifestUrl(ctx, operator, params.id),
    getPurchaseReceipt: {
      async respond({ edge: { ctx }, request, actor, input: { params, query } }) {
        const receipt = await getReceipt(ctx, actor, params.id);
        if (query.format === "json") return json(200, receipt);
        if (query.format === "pdf") {
          const pdf = await renderReceipt(receipt, request);
          return new Response(pdf, { headers: { "content-type": "application/pdf" } });
        }
        return new Response(receipt.jws, { headers: { "content-type": "application/jose" } });
      },
    },
    confirmPurchase: (ctx, operator, { params }) => confirmPurchase(ctx, operator, params.id),
    disputePurchase: stated<OperatorActor, DisputeBody>({
      allow: findOwnPurchase,
      act: async (ctx, operator, id, { attachments, ...said }) => {
        const answer = await disputePurchase(ctx, operator, id, said, attachments);
        return { changed: true, answer };
      },
    }),
    cancelPurchase: {
      respond: ({ request, actor, input }) => cancelOnce(edge, request, actor, input.params.id),
    },
  });

/** Records the request first, then cancels at the provider. */
async function cancelOnce(
  edge: Edge,
  request: Request,
  operator: OperatorActor,
  purchaseId: string,
): Promise<Response> {
  const noted = await idempotently(edge.ctx, {
    request,
    caller: callerOf(operator),
    input: {},
    status: 200,
    run: (ctx) => askToCancelPurchase(ctx, operator, purchaseId),
    view: () => ({ purchase_id: purchaseId }),
  });
  if (noted.status !== 200) return noted;
  const response = await cancelAtProvider(edge, purchaseId);
  const replayed = noted.headers.get("idempotent-replayed");
  if (replayed !== null) response.headers.set("idempotent-replayed", replayed);
  return response;
}

/**
 * No transaction is open here: the recorded request remains, and the clock continues if this fails.
 */
async function cancelAtProvider(edge: Edge, purchaseId: string): Promise<Response> {
  const noted = await findOrThrow(edge, purchaseId);
  const row = noted.purseId === null ? noted : await findPurseOrThrow(edge, noted.purseId);
  const isPending = row.state === "payment_pending";
  const charged = isPending ? await chargeWhileWaiting(edge, row) : row;
  requireCancelled(charged);
  const response = json(200, await loadPurchaseView(edge.ctx, purchaseId));
  setRetryAfter(response, charged, edge.ctx.now());
  return response;
}
