/**
 * A purchase that may need its owner's approval. The client can show the question, but only the
 * API's state counts as the decision. However often calls repeat, an approved question leads to its
 * one purchase.
 */
import { setTimeout as pause } from "node:timers/promises";
import { moneyText } from "../../market/pricing.ts";
import { waitingPurchases } from "../../market/purchase/waiting/contract.ts";
import type { WaitingPurchaseView } from "../../market/purchase/waiting/schemas.ts";
import { minuteMs } from "../../platform/time.ts";
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

type Outcome<Bought> = Bought | WaitingPurchaseView;

/** What a call orders; `Bought` is what it leads to once the owner has approved it. */
export type Order<Bought extends object> = {
  place: () => Promise<Outcome<Bought>>;
  cardId: string;
  isAbout: (waiting: WaitingPurchaseView) => boolean;
  /** Waits for the charge of what was approved. */
  outcomeOf: (waiting: WaitingPurchaseView) => Promise<Bought | null>;
  /** Whether what was approved is the account's latest purchase of it. */
  isLatest: (waiting: WaitingPurchaseView) => Promise<boolean>;
};

/** Throws {@link PersonNeeded} where the client can show the person the page. */
export async function buyOrAsk<Bought extends object>(
  call: ToolCall,
  order: Order<Bought>,
): Promise<Outcome<Bought>> {
  const { reach, reply } = call.person;
  if (reply !== null) return goOn(call, order, reply);
  const refused = reach === "error" ? await justRefused(call, order) : null;
  if (refused !== null) return refused;
  const answer = await buyOnce(call, order);
  return isWaiting(answer) ? ask(call, answer) : answer;
}

export function isWaiting(answer: object): answer is WaitingPurchaseView {
  return "purchase_id" in answer;
}

/** If the owner has approved in the meantime, the purchase is the answer, not a refusal. */
async function buyOnce<Bought extends object>(
  call: ToolCall,
  order: Order<Bought>,
): Promise<Outcome<Bought>> {
  try {
    return await order.place();
  } catch (error) {
    if (!(error instanceof ProblemError) || !isBought(error)) throw error;
    const approved = await lastWaiting(call, order, "approved");
    if (approved === null || !(await order.isLatest(approved))) throw error;
    return settled(order, approved);
  }
}

function isBought({ problem }: ProblemError): boolean {
  return problem.code === "already_purchased" || problem.code === "purchase_in_progress";
}

async function lastWaiting(
  call: ToolCall,
  { isAbout }: Pick<Order<object>, "isAbout">,
  status: WaitingPurchaseView["status"],
) {
  const { items } = await call.request(waitingPurchases.listWaitingPurchases, {
    query: { status },
  });
  return items.find(isAbout) ?? null;
}

async function justRefused(
  call: ToolCall,
  order: Pick<Order<object>, "isAbout">,
): Promise<WaitingPurchaseView | null> {
  const refused = await lastWaiting(call, order, "refused");
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
      `Approve or refuse the purchase of a ${waiting.bundle_id === null ? "dataset" : "bundle"} for ${price}: this needs your own yes. ` +
      `Nothing is charged before. Its seller calls it ${quoted(title)}.`,
  });
}

/**
 * Handles the repeat of a call that asked. It never buys; it reports what became of the question.
 */
async function goOn<Bought extends object>(
  call: ToolCall,
  order: Order<Bought>,
  reply: Reply,
): Promise<Outcome<Bought>> {
  const id = reply.questionId;
  const waiting = await call.request(waitingPurchases.getWaitingPurchase, { params: { id } });
  const isOfCard = waiting.metadata.payment_method.id === order.cardId;
  if (!isOfCard || !order.isAbout(waiting))
    throw call.refuse("/requestState", "is of another purchase");
  if (waiting.status !== "waiting") return settled(order, waiting);
  if (reply.action === "decline") return takeBack(call, order, waiting);
  if (reply.action === "cancel") return waiting;
  if (reply.action === null && reply.round === 0) return ask(call, waiting);
  const ended = await untilEnded(call, waiting);
  if (ended.status !== "waiting") return settled(order, ended);
  return reply.round < ROUNDS_MAX ? ask(call, ended, reply.round + 1) : ended;
}

async function untilEnded(call: ToolCall, { id }: { id: string }): Promise<WaitingPurchaseView> {
  return lookUntil(
    call,
    () => call.request(waitingPurchases.getWaitingPurchase, { params: { id } }),
    ({ status }) => status !== "waiting",
  );
}

/**
 * Cancels the question after the person declined it at the client, so that no mail asks them again.
 */
async function takeBack<Bought extends object>(
  call: ToolCall,
  order: Order<Bought>,
  { id }: { id: string },
): Promise<Outcome<Bought>> {
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
      order,
      await call.request(waitingPurchases.getWaitingPurchase, { params: { id } }),
    );
  }
}

async function settled<Bought extends object>(
  order: Order<Bought>,
  waiting: WaitingPurchaseView,
): Promise<Outcome<Bought>> {
  return (await order.outcomeOf(waiting)) ?? waiting;
}

/** The clock charges what was approved; this waits for it as a purchase waits for its charge. */
export async function lookUntil<Seen>(
  call: ToolCall,
  look: () => Promise<Seen>,
  isOver: (seen: Seen) => boolean,
): Promise<Seen> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const seen = await look();
    if (isOver(seen) || performance.now() + LOOK_EACH_MS > deadline) return seen;
    await pause(LOOK_EACH_MS, undefined, { signal: call.signal });
  }
}
