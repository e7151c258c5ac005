/** Opens, charges and answers a purchase; shared by buying and by paying for a won auction. */
import { type ChargedRow, isPurse, type PurseRow } from "../../db/queries/purchases/charged.ts";
import { findPurchase, type PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import { findPurse } from "../../db/queries/purchases/purses.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { isFailedCharge } from "../../market/auction/rules.ts";
import type { Context } from "../../market/context.ts";
import { MarketError } from "../../market/errors.ts";
import { problemDocument } from "../../market/problem/document.ts";
import { loadPurchaseView } from "../../market/purchase/purchase-view.ts";
import { waitsForHolder } from "../../market/purchase/rules.ts";
import { chargeInTime } from "../../market/purchase/settlement/charge-in-time.ts";
import { isFirstDriving } from "../../market/purchase/settlement/rules.ts";
import { settlePayment } from "../../market/purchase/settlement/settle-payment.ts";
import type { OpenedPurchase } from "../../market/purchase/waiting/keep-waiting.ts";
import { endedRefusal } from "../../market/purchase/waiting/rules.ts";
import type { WaitingPurchaseView } from "../../market/purchase/waiting/schemas.ts";
import { loadWaitingView } from "../../market/purchase/waiting/waiting-view.ts";
import { refusalOf, throwRefusals } from "../../market/refusal.ts";
import { startSubscription } from "../../market/subscription/follow-charges.ts";
import type { Edge } from "../edge.ts";
import { callerOf, idempotently, json } from "../http/idempotency.ts";
import { problemResponse } from "../http/problem.ts";
import { requestState } from "../http/request-state.ts";

/**
 * A binding whose act opens a purchase, or asks its person; an opened purchase is then charged. `check`
 * may call other processes: it runs before the key's transaction, and a repeat ignores its refusal.
 */
export const charged = <Input extends { body: unknown }>(
  open: (ctx: Context, operator: OperatorActor, input: Input) => Promise<OpenedPurchase>,
  check?: (call: ChargedCall<Input>) => Promise<void>,
) => ({
  async respond(call: ChargedCall<Input>) {
    const refusal = await refusalOf(check?.(call));
    return await chargeNewPurchase(call.edge, {
      request: call.request,
      operator: call.actor,
      input: call.input.body,
      async open(ctx) {
        if (refusal !== null) throw refusal;
        return await open(ctx, call.actor, call.input);
      },
    });
  },
});

type ChargedCall<Input> = { edge: Edge; request: Request; actor: OperatorActor; input: Input };

type ChargeCall = {
  request: Request;
  operator: OperatorActor;
  /** The validated body; a repeat must have the same. */
  input: unknown;
  /** Opens the purchase, or asks its person, in the transaction of the request's key. */
  open: (ctx: Context) => Promise<OpenedPurchase>;
};

/** The record stored under the request's key. */
type IdempotencyRecord = { purchase_id: string } | { waiting_purchase_id: string };

/**
 * Opens a purchase and charges it, unless it waits for its person. The request's key stores only
 * the id, and its transaction ends before the charge begins: a repeat answers with the current
 * state.
 */
async function chargeNewPurchase(edge: Edge, call: ChargeCall): Promise<Response> {
  const { ctx } = edge;
  const { request, operator, input, open } = call;
  const opened = await idempotently(ctx, {
    request,
    caller: callerOf(operator),
    input,
    status: 201,
    run: open,
    view: recordOf,
  });
  if (opened.status !== 201) return opened;
  const record = (await opened.json()) as IdempotencyRecord;
  const isReplay = opened.headers.has("idempotent-replayed");
  const answer = await answerFromRecord(edge, request, { record, isReplay });
  if (isReplay) answer.headers.set("idempotent-replayed", "true");
  return answer;
}

function recordOf(opened: OpenedPurchase): IdempotencyRecord {
  if (opened.kind === "purchase") return { purchase_id: opened.purchase.id };
  return { waiting_purchase_id: opened.waiting.id };
}

/** A waiting purchase that was approved is answered as the purchase that it became. */
async function answerFromRecord(
  edge: Edge,
  request: Request,
  { record, isReplay }: { record: IdempotencyRecord; isReplay: boolean },
): Promise<Response> {
  if ("purchase_id" in record) {
    return answerPurchase(edge, request, { purchaseId: record.purchase_id, isReplay });
  }
  const waiting = await loadWaitingView(edge.ctx, record.waiting_purchase_id);
  const { purchase_id: purchaseId } = waiting;
  return purchaseId === null
    ? answerWaiting(waiting)
    : answerPurchase(edge, request, { purchaseId, isReplay: true });
}

/** A person takes minutes; the event `waiting_purchase.ended` reports the decision at once. */
const LOOK_AGAIN_SECONDS = 60;

/** 202 while it waits. Throws waiting_purchase_ended if it ended without a purchase. */
export function answerWaiting(waiting: WaitingPurchaseView): Response {
  const { status: state, expires_at: expiresAt } = waiting;
  throwRefusals([endedRefusal({ state, expiresAt: new Date(expiresAt) }, new Date(0))]);
  const response = json(202, waiting);
  response.headers.set("location", `/waiting-purchases/${waiting.id}`);
  response.headers.set("retry-after", String(LOOK_AGAIN_SECONDS));
  return response;
}

async function answerPurchase(
  edge: Edge,
  request: Request,
  { purchaseId, isReplay }: { purchaseId: string; isReplay: boolean },
): Promise<Response> {
  const found = await findOrThrow(edge, purchaseId);
  const purchase = isReplay ? found : await chargeWhileWaiting(edge, found);
  return answer(edge, request, { purchase, isReplay });
}

export async function findOrThrow({ ctx }: Edge, purchaseId: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(ctx.db, purchaseId);
  if (purchase === null) throw new Error(`purchase ${purchaseId} is gone`);
  return purchase;
}

export async function findPurseOrThrow({ ctx }: Edge, purseId: string): Promise<PurseRow> {
  const purse = await findPurse(ctx.db, purseId);
  if (purse === null) throw new Error(`purse ${purseId} is gone`);
  return purse;
}

/** Charges while the caller waits; the clock continues a charge that takes longer. */
export async function chargeWhileWaiting<R extends ChargedRow>(
  { ctx, log }: Edge,
  row: R,
): Promise<R> {
  const about = { [isPurse(row) ? "purseId" : "purchaseId"]: row.id };
  const charged = await chargeInTime(ctx, row, {
    charge: (opened) => settlePayment(ctx, opened),
    trouble: ({ level, detail }) =>
      log[level]({ ...about, trouble: detail }, "a payment is not settled yet"),
    failed: (error) =>
      log.error({ err: error, ...about }, "a payment could not be settled; the clock continues"),
  });
  if (isPurse(charged)) return charged;
  await startSubscription(ctx, charged).catch((error: unknown) => {
    log.error({ err: error, ...about }, "a subscription was not started; the clock continues");
  });
  return charged;
}

type Outcome = { purchase: PurchaseRow; isReplay: boolean };

async function answer(
  edge: Edge,
  request: Request,
  { purchase, isReplay }: Outcome,
): Promise<Response> {
  const { ctx } = edge;
  if (isFailedCharge(purchase.state)) {
    const failed = { row: purchase, tried: `purchase ${purchase.id}`, purchaseId: purchase.id };
    return declined(ctx.config.PUBLIC_BASE_URL, request, failed);
  }
  if (isReplay) requireDriven(purchase, ctx.now());
  const response = json(201, await loadPurchaseView(ctx, purchase.id));
  setRetryAfter(response, purchase, ctx.now());
  return response;
}

/** Refuses the repeat of a request that is still charging: idempotency_in_progress. */
export function requireDriven(row: ChargedRow, now: Date): void {
  if (!isFirstDriving(row, now)) return;
  throw new MarketError("idempotency_in_progress", "The card is being charged.", {
    retryAfterSeconds: 1,
  });
}

/**
 * The cardholder may confirm at any moment, so callers poll as often as for other people's answers.
 */
const holderPollSeconds = 30;

/** Sets when to ask again for a purchase whose outcome is not known. */
export function setRetryAfter(response: Response, purchase: ChargedRow, now: Date): void {
  if (purchase.state !== "payment_pending") return;
  const seconds = secondsUntil(purchase.settleDueAt, now);
  const most = waitsForHolder(purchase) ? holderPollSeconds : seconds;
  response.headers.set("retry-after", String(Math.min(seconds, most)));
}

function secondsUntil(at: Date | null, now: Date): number {
  const seconds = ((at?.getTime() ?? 0) - now.getTime()) / 1000;
  return Math.max(1, Math.ceil(seconds));
}

type Failed = { row: ChargedRow /** In words. */; tried: string; purchaseId?: string };

/** The problem of a payment that failed. */
export function declined(
  baseUrl: string,
  request: Request,
  { row, tried, purchaseId }: Failed,
): Response {
  const { url, requestId } = requestState(request);
  const why = row.failureDetail ?? "The payment failed.";
  return problemResponse(
    problemDocument(baseUrl, {
      code: "payment_declined",
      detail: `${why} Nothing was charged; this try is ${tried}.`,
      instance: url.pathname,
      requestId,
      declineCode: row.declineCode ?? undefined,
      purchaseId,
    }),
  );
}
