import { lockWaitingPurchase } from "../../../db/queries/purchases/waiting-purchases.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { endWaiting } from "../../account/end-waiting.ts";
import type { Context } from "../../context.ts";
import { throwRefusals } from "../../refusal.ts";
import { requireOwned } from "./own-waiting.ts";
import { endedRefusal } from "./rules.ts";

/**
 * The owner refuses; nothing is charged. A repeat changes nothing.
 * Errors: waiting_purchase_not_found, waiting_purchase_ended.
 */
export async function refuseWaitingPurchase(
  ctx: Context,
  owner: OwnerActor,
  waitingId: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const waiting = requireOwned(await lockWaitingPurchase(tx, waitingId), owner);
    if (waiting.state === "refused") return;
    const now = ctx.now();
    throwRefusals([endedRefusal(waiting, now)]);
    await endWaiting(tx, waiting, { actor: owner, now, state: "refused" });
  });
}
