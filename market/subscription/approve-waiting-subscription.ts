import type { WaitingPurchaseRow } from "../../db/queries/purchases/waiting-purchases.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { ApprovedWaiting } from "../account/end-waiting.ts";
import type { Context } from "../context.ts";
import { approveOnce } from "../purchase/waiting/approve-waiting.ts";
import { changedRefusals } from "../purchase/waiting/rules.ts";
import { bodyOf, datasetOf, fileTerms } from "../purchase/waiting/wish.ts";
import { throwRefusals } from "../refusal.ts";
import { checkSubscription, gatherSubscription, writeSubscription } from "./subscription-order.ts";

/**
 * Opens the requested subscription, whose first period starts now; the clock charges it.
 * Errors: those of `approveOnce` and of `openSubscription`.
 */
export function approveWaitingSubscription(
  ctx: Context,
  owner: OwnerActor,
  waitingId: string,
): Promise<ApprovedWaiting> {
  return approveOnce(ctx, owner, waitingId, {
    gather(tx, waiting) {
      const { accountId, apiKeyId } = waiting;
      const body = { ...bodyOf(waiting), plan: planOf(waiting) };
      const buyer = { accountId, apiKeyId };
      return gatherSubscription(tx, ctx, { buyer, datasetId: datasetOf(waiting), body });
    },
    async open(tx, { accountId, apiKeyId, paymentMethodId, ...waiting }, gathered) {
      const order = checkSubscription(gathered, planOf(waiting));
      throwRefusals(changedRefusals(waiting, fileTerms(order.offer)));
      const buyer = { accountId, apiKeyId };
      const settleDueAt = order.facts.now;
      const opening = { actor: owner, buyer, paymentMethodId, settleDueAt };
      return { purchaseId: (await writeSubscription(tx, ctx, order, opening)).id };
    },
  });
}

function planOf({ id, plan }: Pick<WaitingPurchaseRow, "id" | "plan">) {
  if (plan === null) throw new Error(`waiting purchase ${id} is of no plan`);
  return plan;
}
