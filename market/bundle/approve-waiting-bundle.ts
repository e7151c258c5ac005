import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { ApprovedWaiting } from "../account/end-waiting.ts";
import type { Context } from "../context.ts";
import { approveOnce } from "../purchase/waiting/approve-waiting.ts";
import { changedRefusals } from "../purchase/waiting/rules.ts";
import { fileTerms } from "../purchase/waiting/wish.ts";
import { throwRefusals } from "../refusal.ts";
import { gatherBundle, writeBundle } from "./bundle-order.ts";
import { datasetRefusals } from "./rules.ts";

/**
 * Opens the requested purchase of a bundle, with one charge, if every dataset still has the file that the
 * owner was shown; the clock charges it.
 * Errors: those of `approveOnce` and of `openBundlePurchase`.
 */
export function approveWaitingBundle(
  ctx: Context,
  owner: OwnerActor,
  waitingId: string,
): Promise<ApprovedWaiting> {
  return approveOnce(ctx, owner, waitingId, {
    gather(tx, { accountId, apiKeyId, bundleId, bundled, ...waiting }) {
      if (bundleId === null) throw new Error(`waiting purchase ${waiting.id} is of a dataset`);
      const acceptance = (bundled ?? []).flatMap((one) =>
        one.acceptance === null ? [] : [[one.listingId, one.acceptance] as const],
      );
      return gatherBundle(tx, ctx, {
        buyer: { accountId, apiKeyId },
        bundleId,
        paymentMethodId: waiting.paymentMethodId,
        expectedPriceCents: waiting.priceCents,
        allowDuplicate: waiting.allowDuplicate,
        acceptance: new Map(acceptance),
      });
    },
    async open(tx, { accountId, apiKeyId, paymentMethodId, bundled }, order) {
      const changed = order.sales.flatMap(({ datasetId, offer }) => {
        const asked = bundled?.find(({ listingId }) => listingId === datasetId);
        return asked === undefined
          ? []
          : [{ datasetId, refusals: changedRefusals(asked, fileTerms(offer)) }];
      });
      throwRefusals([...order.refusals, ...datasetRefusals(changed)]);
      const buyer = { accountId, apiKeyId };
      const opening = { actor: owner, buyer, paymentMethodId, settleDueAt: order.now };
      return { purseId: (await writeBundle(tx, ctx, order, opening)).id };
    },
  });
}
