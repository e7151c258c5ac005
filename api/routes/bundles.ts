import type { PurseRow } from "../../db/queries/purchases/charged.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { isFailedCharge } from "../../market/auction/rules.ts";
import { loadBoughtBundle } from "../../market/bundle/bought-bundle.ts";
import { bundles } from "../../market/bundle/contract.ts";
import { createBundle } from "../../market/bundle/create-bundle.ts";
import { endBundle } from "../../market/bundle/end-bundle.ts";
import { openBundlePurchase } from "../../market/bundle/open-bundle-purchase.ts";
import { getBundle, listBundles } from "../../market/bundle/read.ts";
import type { BuyBundleBody } from "../../market/bundle/schemas.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { callerOf, idempotently, json } from "../http/idempotency.ts";
import {
  chargeWhileWaiting,
  declined,
  findPurseOrThrow,
  requireDriven,
  setRetryAfter,
} from "./charge.ts";

export const bundleRoutes = (edge: Edge) =>
  bind(edge, bundles, {
    createBundle: (ctx, agent, { body }) => createBundle(ctx, agent, body),
    listBundles: (ctx, _anyone, { query }) => {
      const { dataset_id: datasetId, seller_id: agentId, ...asked } = query;
      return listBundles(ctx, {
        ...asked,
        datasetId,
        of: agentId === undefined ? undefined : { agentId },
      });
    },
    getBundle: (ctx, _anyone, { params }) => getBundle(ctx, params.id),
    endBundle: (ctx, agent, { params }) => endBundle(ctx, agent, params.id),
    buyBundle: {
      respond: ({ request, actor, input: { params, body } }) =>
        buyOnce(edge, { request, operator: actor, bundleId: params.id, body }),
    },
  });

type Order = { request: Request; operator: OperatorActor; bundleId: string; body: BuyBundleBody };

/** The request's key stores only the id; the charge follows without a transaction. */
async function buyOnce(
  edge: Edge,
  { request, operator, bundleId, body }: Order,
): Promise<Response> {
  const { ctx } = edge;
  const opened = await idempotently(ctx, {
    request,
    caller: callerOf(operator),
    input: body,
    status: 201,
    run: (inner) => openBundlePurchase(inner, operator, bundleId, body),
    view: ({ id }) => ({ bundle_purchase_id: id }),
  });
  if (opened.status !== 201) return opened;
  const { bundle_purchase_id: id } = (await opened.json()) as { bundle_purchase_id: string };
  const isReplay = opened.headers.has("idempotent-replayed");
  const found = await findPurseOrThrow(edge, id);
  const purse = isReplay ? found : await chargeWhileWaiting(edge, found);
  const response = await answer(edge, request, { purse, isReplay });
  if (isReplay) response.headers.set("idempotent-replayed", "true");
  return response;
}

async function answer(
  { ctx }: Edge,
  request: Request,
  { purse, isReplay }: { purse: PurseRow; isReplay: boolean },
): Promise<Response> {
  if (isFailedCharge(purse.state)) {
    const failed = { row: purse, tried: `bundle purchase ${purse.id}` };
    return declined(ctx.config.PUBLIC_BASE_URL, request, failed);
  }
  if (isReplay) requireDriven(purse, ctx.now());
  const response = json(201, await loadBoughtBundle(ctx, purse));
  setRetryAfter(response, purse, ctx.now());
  return response;
}
