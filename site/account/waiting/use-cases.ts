import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { WaitingState } from "../../../db/vocabulary/purchase.ts";
import type { ApprovedWaiting } from "../../../market/account/end-waiting.ts";
import { approveWaitingBundle } from "../../../market/bundle/approve-waiting-bundle.ts";
import type { Context } from "../../../market/context.ts";
import { approveWaitingPurchase } from "../../../market/purchase/waiting/approve-waiting-purchase.ts";
import { getWaitingPurchase, listWaitingPurchases } from "../../../market/purchase/waiting/read.ts";
import { refuseWaitingPurchase } from "../../../market/purchase/waiting/refuse-waiting-purchase.ts";
import { approveWaitingSubscription } from "../../../market/subscription/approve-waiting-subscription.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

export type WaitingWanted = PageWanted & { status: WaitingState | undefined };

export function waitingUseCases(ctx: Context) {
  return {
    listWaitingPurchases: async (owner: OwnerActor, wanted: WaitingWanted) =>
      pageOf(await listWaitingPurchases(ctx, owner, wanted)),
    getWaitingPurchase: (owner: OwnerActor, id: string) => getWaitingPurchase(ctx, owner, id),
    approveWaitingPurchase: async (owner: OwnerActor, id: string): Promise<ApprovedWaiting> => {
      const { plan, bundle_id: bundleId } = await getWaitingPurchase(ctx, owner, id);
      if (bundleId !== null) return approveWaitingBundle(ctx, owner, id);
      const approve = plan === null ? approveWaitingPurchase : approveWaitingSubscription;
      return approve(ctx, owner, id);
    },
    refuseWaitingPurchase: (owner: OwnerActor, id: string): Promise<void> =>
      refuseWaitingPurchase(ctx, owner, id),
  };
}
