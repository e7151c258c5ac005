/** What a buy is answered when its person has to say yes first. */
import { endedRefusal } from "../../../market/purchase/waiting/rules.ts";
import type { WaitingPurchaseView } from "../../../market/purchase/waiting/schemas.ts";
import { throwRefusals } from "../../../market/refusal.ts";
import { json } from "../../http/idempotency.ts";

/** A person takes minutes; the event `waiting_purchase.ended` tells at once. */
const LOOK_AGAIN_SECONDS = 60;

/** 202 while it waits. Throws waiting_purchase_ended for one that ended without a purchase. */
export function answerWaiting(waiting: WaitingPurchaseView): Response {
  const { status: state, expires_at: expiresAt } = waiting;
  throwRefusals([endedRefusal({ state, expiresAt: new Date(expiresAt) }, new Date(0))]);
  const response = json(202, waiting);
  response.headers.set("location", `/waiting-purchases/${waiting.id}`);
  response.headers.set("retry-after", String(LOOK_AGAIN_SECONDS));
  return response;
}
