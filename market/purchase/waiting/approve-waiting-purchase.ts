import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { throwRefusals } from "../../refusal.ts";
import { buyRefusals } from "../rules.ts";
import { gatherSale } from "../sale-facts.ts";
import { writeDirectPurchase } from "../write-direct-purchase.ts";
import { approveOnce } from "./approve-waiting.ts";
import { changedRefusals } from "./rules.ts";
import { bodyOf, datasetOf, fileTerms } from "./wish.ts";

/**
 * Opens the requested purchase of a dataset at the requested price and of the requested file; the clock
 * charges it.
 * Errors: those of `approveOnce`, and every code of `buyRefusals`.
 */
export async function approveWaitingPurchase(
  ctx: Context,
  owner: OwnerActor,
  waitingId: string,
): Promise<{ purchaseId: string }> {
  const made = await approveOnce(ctx, owner, waitingId, {
    gather: (tx, waiting) =>
      gatherSale(tx, ctx, {
        buyer: waiting,
        datasetId: datasetOf(waiting),
        body: bodyOf(waiting),
      }),
    async open(tx, waiting, { facts, offer }) {
      throwRefusals([...buyRefusals(facts), ...changedRefusals(waiting, fileTerms(offer))]);
      const { accountId, apiKeyId } = waiting;
      const purchase = await writeDirectPurchase(tx, ctx, {
        facts,
        offer,
        actor: owner,
        buyer: { accountId, apiKeyId },
        body: bodyOf(waiting),
        settleDueAt: facts.now,
      });
      return { purchaseId: purchase.id };
    },
  });
  if (!("purchaseId" in made)) throw new Error(`waiting purchase ${waitingId} opened no purchase`);
  return made;
}
