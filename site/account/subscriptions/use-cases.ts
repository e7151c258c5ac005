import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { SubscriptionState } from "../../../db/vocabulary/subscription.ts";
import { listPaymentMethods } from "../../../market/account/read.ts";
import type { Context } from "../../../market/context.ts";
import { getSubscription, listSubscriptions } from "../../../market/subscription/read.ts";
import { readRecurringRevenue } from "../../../market/subscription/recurring-revenue.ts";
import type { SubscriptionPatch } from "../../../market/subscription/schemas.ts";
import { changeSubscription } from "../../../market/subscription/update-subscription.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

export type SubscriptionsWanted = PageWanted & { status: SubscriptionState | undefined };

export function subscriptionUseCases(ctx: Context) {
  return {
    listSubscriptions: async (owner: OwnerActor, wanted: SubscriptionsWanted) =>
      pageOf(await listSubscriptions(ctx, owner, wanted)),
    /** With the cards that could pay it. */
    readSubscription: async (owner: OwnerActor, id: string) => {
      const [subscription, cards] = await Promise.all([
        getSubscription(ctx, owner, id),
        listPaymentMethods(ctx, owner),
      ]);
      return { subscription, cards };
    },
    changeSubscription: (owner: OwnerActor, id: string, patch: SubscriptionPatch) =>
      changeSubscription(ctx, owner, id, patch),
    readRecurringRevenue: (owner: OwnerActor, listingId?: string) =>
      readRecurringRevenue(ctx, owner, listingId),
  };
}
