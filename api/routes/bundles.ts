import type { PurseRow } from "../../db/queries/purchases/charged.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { isFailedCharge } from "../../market/auction/rules.ts";
import { loadBoughtBundle } from "../../market/bundle/bought-bundle.ts";
import { bundles } from "../../market/bundle/contract.ts";
import { createBundle } from "../../market/bundle/create-bundle.ts";
import { endBundle } from "../../market/bundle/end-bundle.ts";
import { type OpenedBundle, openBundlePurchase } from "../../market/bundle/open-bundle-purchase.ts";
import { getBundle, listBundles } from "../../market/bundle/read.ts";
import type { BuyBundleBody } from "../../market/bundle/schemas.ts";
import { loadWaitingView } from "../../market/purchase/waiting/waiting-view.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { callerOf, idempotently, json } from "../http/idempotency.ts";
import {
  answerWaiting,
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
      return listBundles(ctx, { ...asked, datasetId, agentId });
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
    view: recordOf,
  });
  if (opened.status !== 201) return opened;
  const record = (await opened.json()) as IdempotencyRecord;
  const isReplay = opened.headers.has("idempotent-replayed");
  const response = await answerFromRecord(edge, request, { record, isReplay });
  if (isReplay) response.headers.set("idempotent-replayed", "true");
  return response;
}

type IdempotencyRecord = { bundle_purchase_id: string } | { waiting_purchase_id: string };

const recordOf = (opened: OpenedBundle): IdempotencyRecord =>
  opened.kind === "bundle"
    ? { bundle_purchase_id: opened.purse.id }
    : { waiting_purchase_id: opened.waiting.id };

/** A waiting bundle that was approved is answered as the purchases that it became. */
async function answerFromRecord(
  edge: Edge,
  request: Request,
  { record, isReplay }: { record: IdempotencyRecord; isReplay: boolean },
): Promise<Response> {
  if ("bundle_purchase_id" in record) {
    const found = await findPurseOrThrow(edge, record.bundle_purchase_id);
    const purse = isReplay ? found : await chargeWhileWaiting(edge, found);
    return answer(edge, request, { purse, isReplay });
  }
  const waiting = await loadWaitingView(edge.ctx, record.waiting_purchase_id);
  const { bundle_purchase_id: id } = waiting;
  if (id === null) return answerWaiting(waiting);
  return answer(edge, request, { purse: await findPurseOrThrow(edge, id), isReplay: true });
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
