import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { WaitingState } from "../../../db/vocabulary/purchase.ts";
import type { Context } from "../../../market/context.ts";
import { approveWaitingPurchase } from "../../../market/purchase/waiting/approve-waiting-purchase.ts";
import { getWaitingPurchase, listWaitingPurchases } from "../../../market/purchase/waiting/read.ts";
import { refuseWaitingPurchase } from "../../../market/purchase/waiting/refuse-waiting-purchase.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

export type WaitingWanted = PageWanted & { status: WaitingState | undefined };

export function waitingUseCases(ctx: Context) {
  return {
    listWaitingPurchases: async (owner: OwnerActor, wanted: WaitingWanted) =>
      pageOf(await listWaitingPurchases(ctx, owner, wanted)),
    getWaitingPurchase: (owner: OwnerActor, id: string) => getWaitingPurchase(ctx, owner, id),
    approveWaitingPurchase: (owner: OwnerActor, id: string): Promise<{ purchaseId: string }> =>
      approveWaitingPurchase(ctx, owner, id),
    refuseWaitingPurchase: (owner: OwnerActor, id: string): Promise<void> =>
      refuseWaitingPurchase(ctx, owner, id),
  };
}
