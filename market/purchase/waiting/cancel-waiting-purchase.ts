import { lockWaitingPurchase } from "../../../db/queries/purchases/waiting-purchases.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import { endWaiting } from "../../account/end-waiting.ts";
import type { Context } from "../../context.ts";
import { throwRefusals } from "../../refusal.ts";
import { requireOwned } from "./own-waiting.ts";
import { endedRefusal } from "./rules.ts";
import type { WaitingPurchaseView } from "./schemas.ts";
import { loadWaitingView } from "./waiting-view.ts";

/**
 * Ends the approval request of any key of the account; a repeat changes nothing.
 * Errors: waiting_purchase_not_found, waiting_purchase_ended.
 */
export async function cancelWaitingPurchase(
  ctx: Context,
  operator: OperatorActor,
  waitingId: string,
): Promise<WaitingPurchaseView> {
  await ctx.db.transaction(async (tx) => {
    const waiting = requireOwned(await lockWaitingPurchase(tx, waitingId), operator);
    if (waiting.state === "cancelled") return;
    const now = ctx.now();
    throwRefusals([endedRefusal(waiting, now)]);
    await endWaiting(tx, waiting, { actor: operator, now, state: "cancelled" });
  });
  return loadWaitingView(ctx, waitingId);
}
