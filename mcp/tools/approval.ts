/**
 * A purchase that may need its owner's approval. The client can show the question, but only the
 * API's state counts as the decision. However often calls repeat, an approved question leads to its
 * one purchase.
 */
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { moneyText } from "../../market/pricing.ts";
import type { BuyBody } from "../../market/purchase/buy-schemas.ts";
import { purchases } from "../../market/purchase/contract.ts";
import { type PurchaseView, purchaseView } from "../../market/purchase/schemas.ts";
import { waitingPurchases } from "../../market/purchase/waiting/contract.ts";
import {
  type WaitingPurchaseView,
  waitingPurchaseView,
} from "../../market/purchase/waiting/schemas.ts";
import { minuteMs } from "../../platform/time.ts";
import type { Operation } from "../api-client.ts";
import { PersonNeeded, type Reply } from "../person/ask-person.ts";
import { ProblemError } from "../problem.ts";
import type { ToolCall } from "../tool.ts";
import { quoted, shorten } from "../untrusted.ts";

/** A call must end before clients time out (60 s); the client then repeats it to wait longer. */
const WAIT_MS_MAX = 20_000;
const LOOK_EACH_MS = 1000;
/**
 * With {@link WAIT_MS_MAX}: a person has two minutes before the call reports that it still waits.
 */
const ROUNDS_MAX = 6;
/** An older client learns of a refusal by its next call, which within this time asks nobody. */
const REFUSAL_KEPT_MS = 2 * minuteMs;
const TITLE_CHARS_MAX = 120;

export type PurchaseRequest = { dataset_id: string } & BuyBody;
type Outcome = PurchaseView | WaitingPurchaseView;

const buying = { ...purchases.buyDataset, answer: z.union([purchaseView, waitingPurchaseView]) };

/** Throws {@link PersonNeeded} where the client can show the person the page. */
export async function buyOrAsk(call: ToolCall, wish: PurchaseRequest): Promise<Outcome> {
  const { reach, reply } = call.person;
  if (reply !== null) return goOn(call, wish, reply);
  const refused = reach === "error" ? await justRefused(call, wish) : null;
  if (refused !== null) return refused;
  const answer = await buyOnce(call, wish);
  return isWaiting(answer) ? ask(call, answer) : answer;
}

export function isWaiting(answer: Outcome): answer is WaitingPurchaseView {
  return "purchase_id" in answer;
}

/** If the owner has approved in the meantime, the purchase is the answer, not a refusal. */
async function buyOnce(
  call: ToolCall,
  { dataset_id: id, ...body }: PurchaseRequest,
): Promise<Outcome> {
  try {
    return await call.request(buying, { params: { id }, body });
  } catch (error) {
    if (!(error instanceof ProblemError) || !isBought(error)) throw error;
    const approved = await approvedPurchase(call, id);
    if (approved === null) throw error;
    return approved;
  }
}

function isBought({ problem }: ProblemError): boolean {
  return problem.code === "already_purchased" || problem.code === "purchase_in_progress";
}

/** The dataset's newest purchase, if it is the one that the owner approved. */
async function approvedPurchase(call: ToolCall, datasetId: string): Promise<PurchaseView | null> {
  const [approved, bought] = await Promise.all([
    lastWaiting(call, datasetId, "approved"),
    call.request(purchases.listPurchases, { query: { dataset_id: datasetId, limit: 1 } }),
  ]);
  const [newest] = bought.items;
  return newest !== undefined && newest.id === approved?.purchase_id
    ? outcomeOf(call, newest.id)
    : null;
}

async function lastWaiting(
  call: ToolCall,
  datasetId: string,
  status: WaitingPurchaseView["status"],
) {
  const { items } = await call.request(waitingPurchases.listWaitingPurchases, {
    query: { status },
  });
  return items.find(({ dataset_id: of }) => of === datasetId) ?? null;
}

async function justRefused(
  call: ToolCall,
  wish: PurchaseRequest,
): Promise<WaitingPurchaseView | null> {
  const refused = await lastWaiting(call, wish.dataset_id, "refused");
  const at = Date.parse(refused?.ended_at ?? "");
  return Date.now() - at < REFUSAL_KEPT_MS ? refused : null;
}

function ask(call: ToolCall, waiting: WaitingPurchaseView, round = 0): WaitingPurchaseView {
  if (call.person.reach === "none") return waiting;
  const price = moneyText(waiting.price_cents, waiting.currency);
  const title = shorten(waiting.dataset_title, TITLE_CHARS_MAX);
  throw new PersonNeeded({
    id: waiting.id,
    url: waiting.links.confirm ?? "",
    round,
    message:
      `Approve or refuse the purchase of a dataset for ${price}: this needs your own yes. ` +
      `Nothing is charged before. Its seller calls it ${quoted(title)}.`,
  });
}

/**
 * Handles the repeat of a call that asked. It never buys; it reports what became of the question.
 */
async function goOn(call: ToolCall, wish: PurchaseRequest, reply: Reply): Promise<Outcome> {
  const id = reply.questionId;
  const waiting = await call.request(waitingPurchases.getWaitingPurchase, { params: { id } });
  if (!isAbout(waiting, wish)) throw call.refuse("/requestState", "is of another purchase");
  if (waiting.status !== "waiting") return settled(call, waiting);
  if (reply.action === "decline") return takeBack(call, waiting);
  if (reply.action === "cancel") return waiting;
  if (reply.action === null && reply.round === 0) return ask(call, waiting);
  const ended = await untilEnded(call, waiting);
  if (ended.status !== "waiting") return settled(call, ended);
  return reply.round < ROUNDS_MAX ? ask(call, ended, reply.round + 1) : ended;
}

function isAbout(
  { dataset_id: id, metadata }: WaitingPurchaseView,
  wish: PurchaseRequest,
): boolean {
  return id === wish.dataset_id && metadata.payment_method.id === wish.payment_method_id;
}

async function untilEnded(call: ToolCall, { id }: { id: string }): Promise<WaitingPurchaseView> {
  return lookUntil(
    call,
    waitingPurchases.getWaitingPurchase,
    id,
    ({ status }) => status !== "waiting",
  );
}

/**
 * Cancels the question after the person declined it at the client, so that no mail asks them again.
 */
async function takeBack(call: ToolCall, { id }: { id: string }): Promise<Outcome> {
  const idempotencyKey = `declined-${id}`;
  try {
    return await call.request(waitingPurchases.cancelWaitingPurchase, {
      params: { id },
      idempotencyKey,
    });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.problem.code !== "waiting_purchase_ended") throw error;
    return settled(
      call,
      await call.request(waitingPurchases.getWaitingPurchase, { params: { id } }),
    );
  }
}

async function settled(call: ToolCall, waiting: WaitingPurchaseView): Promise<Outcome> {
  return waiting.purchase_id === null ? waiting : outcomeOf(call, waiting.purchase_id);
}

/** The clock charges an approved purchase; this waits for it as a purchase waits for its charge. */
async function outcomeOf(call: ToolCall, id: string): Promise<PurchaseView> {
  return lookUntil(call, purchases.getPurchase, id, ({ status }) => status !== "payment_pending");
}

async function lookUntil<Seen extends z.ZodType>(
  call: ToolCall,
  operation: Operation<Seen>,
  id: string,
  isOver: (seen: z.output<Seen>) => boolean,
): Promise<z.output<Seen>> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const seen = await call.request(operation, { params: { id } });
    if (isOver(seen) || performance.now() + LOOK_EACH_MS > deadline) return seen;
    await pause(LOOK_EACH_MS, undefined, { signal: call.signal });
  }
}
