/** The routes of purchases: shown, downloaded, confirmed and, in files of their own, cancelled and disputed. */
import { Elysia } from "elysia";
import { downloadQuery, filesQuery } from "../../../market/catalogue/folder/schemas.ts";
import type { Context, OperatorActor } from "../../../market/context.ts";
import { confirmPurchase } from "../../../market/purchase/confirm-purchase.ts";
import {
  getPurchaseManifestUrl,
  listPurchaseFiles,
} from "../../../market/purchase/delivery/list-purchase-files.ts";
import { getPurchaseDownload } from "../../../market/purchase/get-purchase-download.ts";
import { getPurchase, listPurchases } from "../../../market/purchase/read.ts";
import { purchasesQuery } from "../../../market/purchase/schemas.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOperator } from "../../http/authenticate.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { leadTo } from "../../http/lead-to.ts";
import { cancelRoutes } from "./purchases.cancel.ts";
import { disputeRoutes } from "./purchases.dispute.ts";
import { purchaseOperations as operations } from "./purchases.operations.ts";

/** The buyer's side, once something was bought. */
export const purchaseRoutes = (edge: Edge) =>
  new Elysia({ name: "purchases" })
    .use(readingRoutes(edge))
    .use(decidingRoutes(edge))
    .use(disputeRoutes(edge))
    .use(cancelRoutes(edge));

const readingRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "purchases-reading" })
    .derive(async ({ request }) => ({
      operator: await requireOperator(ctx, request, "read", "purchase"),
    }))
    .get(
      "/purchases",
      async ({ operator, query }) => json(200, await listPurchases(ctx, operator, query)),
      { query: purchasesQuery, detail: operations.listPurchases },
    )
    .get(
      "/purchases/:id",
      async ({ operator, params }) => json(200, await getPurchase(ctx, operator, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.getPurchase },
    )
    .get(
      "/purchases/:id/download-url",
      async ({ operator, params, query }) =>
        json(200, await getPurchaseDownload(ctx, operator, params.id, query.path)),
      { params: idParams, query: downloadQuery, detail: operations.getPurchaseDownloadUrl },
    )
    .get(
      "/purchases/:id/files",
      async ({ operator, params, query }) =>
        json(200, await listPurchaseFiles(ctx, operator, params.id, query)),
      { params: idParams, query: filesQuery, detail: operations.listPurchaseFiles },
    )
    .get(
      "/purchases/:id/manifest",
      async ({ operator, params }) =>
        leadTo(await getPurchaseManifestUrl(ctx, operator, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.getPurchaseManifest },
    );

const decidingRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "purchases-deciding" })
    .derive(async ({ request }) => ({ operator: await requireOperator(ctx, request, "purchase") }))
    .post(
      "/purchases/:id/confirm",
      ({ request, operator, params }) =>
        once(ctx, { request, operator, input: {} }, (inner) =>
          confirmPurchase(inner, operator, params.id),
        ),
      { params: idParams, body: emptyBody, query: emptyQuery, detail: operations.confirmPurchase },
    );

type OperatorCall = { request: Request; operator: OperatorActor; input: unknown };

function once<T>(
  ctx: Context,
  { operator, ...call }: OperatorCall,
  run: (ctx: Context) => Promise<T>,
): Promise<Response> {
  const caller = callerOf(operator);
  return idempotently(ctx, { ...call, status: 200, caller, run, view: (result: T) => result });
}
