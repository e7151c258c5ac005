/** What buying and paying for what was won share: a purchase is opened, charged and answered. */
import { findPurchase, type PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { Context, OperatorActor } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { BUY_WAIT_SECONDS_MAX } from "../../../market/limits.ts";
import { problemDocument } from "../../../market/problem/document.ts";
import { loadPurchaseView } from "../../../market/purchase/purchase-view.ts";
import { isFirstDriving } from "../../../market/purchase/settlement/rules.ts";
import { settlePayment } from "../../../market/purchase/settlement/settle-payment.ts";
import type { Edge } from "../../edge.ts";
import { idempotently, json } from "../../http/idempotency.ts";
import { problemResponse } from "../../http/problem.ts";
import { requestState } from "../../http/request-state.ts";

export type ChargeCall = {
  request: Request;
  operator: OperatorActor;
  /** The validated body, of which a repeat must have the same. */
  input: unknown;
  /** Opens the purchase, within the transaction of the request's key. */
  open: (ctx: Context) => Promise<PurchaseRow>;
};

/**
 * Opens a purchase and charges it. The key of the request keeps the purchase's id alone, and its
 * transaction ends before the charge begins: a repeat answers with what has become of it since.
 */
export async function chargeNewPurchase(edge: Edge, call: ChargeCall): Promise<Response> {
  const { ctx } = edge;
  const { request, operator, input, open } = call;
  const opened = await idempotently(ctx, {
    request,
    caller: `operator:${operator.apiKeyId}`,
    input,
    status: 201,
    run: open,
    view: (purchase) => ({ purchase_id: purchase.id }),
  });
  if (opened.status !== 201) return opened;
  const { purchase_id: purchaseId } = (await opened.json()) as { purchase_id: string };
  const isReplay = opened.headers.has("idempotent-replayed");
  const found = await findOrThrow(edge, purchaseId);
  const purchase = isReplay ? found : await charge(edge, found);
  const response = await answer(edge, request, { purchase, isReplay });
  if (isReplay) response.headers.set("idempotent-replayed", "true");
  return response;
}

async function findOrThrow({ ctx }: Edge, purchaseId: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(ctx.db, purchaseId);
  if (purchase === null) throw new Error(`purchase ${purchaseId} is gone`);
  return purchase;
}

/** Waits so long for the outcome; what fails or takes longer stays pending, and the clock's. */
async function charge(edge: Edge, purchase: PurchaseRow): Promise<PurchaseRow> {
  const charging = settle(edge, purchase);
  const { promise: late, resolve } = Promise.withResolvers<PurchaseRow>();
  const timer = setTimeout(() => resolve(purchase), BUY_WAIT_SECONDS_MAX * 1000);
  const outcome = await Promise.race([charging, late]);
  clearTimeout(timer);
  // The clock or a webhook may have been faster than who was waited for.
  return outcome.state === "payment_pending" ? findOrThrow(edge, purchase.id) : outcome;
}

async function settle({ ctx, log }: Edge, purchase: PurchaseRow): Promise<PurchaseRow> {
  const purchaseId = purchase.id;
  try {
    const { purchase: now, trouble } = await settlePayment(ctx, purchase);
    if (trouble !== null) {
      log[trouble.level]({ purchaseId, trouble: trouble.detail }, "a payment is not settled yet");
    }
    return now;
  } catch (error) {
    log.error({ err: error, purchaseId }, "a payment failed to be settled; the clock goes on");
    return purchase;
  }
}

type Outcome = { purchase: PurchaseRow; isReplay: boolean };

async function answer(
  edge: Edge,
  request: Request,
  { purchase, isReplay }: Outcome,
): Promise<Response> {
  const { ctx } = edge;
  if (purchase.state === "payment_failed" || purchase.state === "expired") {
    return declined(ctx.config.PUBLIC_BASE_URL, request, purchase);
  }
  if (isReplay && isFirstDriving(purchase, ctx.now())) {
    throw new MarketError("idempotency_in_progress", "The card is being charged.", {
      retryAfterSeconds: 1,
    });
  }
  const response = json(201, await loadPurchaseView(ctx, purchase.id));
  if (purchase.state === "payment_pending") {
    response.headers.set("retry-after", String(secondsUntil(purchase.settleDueAt, ctx.now())));
  }
  return response;
}

function secondsUntil(at: Date | null, now: Date): number {
  const seconds = ((at?.getTime() ?? 0) - now.getTime()) / 1000;
  return Math.max(1, Math.ceil(seconds));
}

function declined(baseUrl: string, request: Request, purchase: PurchaseRow): Response {
  const { url, requestId } = requestState(request);
  const why = purchase.failureDetail ?? "The payment failed.";
  return problemResponse(
    problemDocument(baseUrl, {
      code: "payment_declined",
      detail: `${why} Nothing was charged; GET /purchases/${purchase.id} shows this try.`,
      instance: url.pathname,
      requestId,
      declineCode: purchase.declineCode ?? undefined,
    }),
  );
}
