import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { deliverPurchase } from "../../../market/delivery/deliver-purchase.ts";
import { listBucketDeliveries } from "../../../market/delivery/read.ts";
import type { BucketDeliveryView, DeliveryTargetView } from "../../../market/delivery/schemas.ts";
import { deliveryTargetBody } from "../../../market/delivery/schemas.ts";
import {
  listDeliveryTargets,
  putDeliveryTarget,
  removeDeliveryTarget,
} from "../../../market/delivery/targets.ts";
import { parseForm } from "../../kit/form.ts";

const deliveriesShown = 20;

export type ShownBucket = DeliveryTargetView & {
  /** The latest ones. */
  deliveries: BucketDeliveryView[];
};

export function bucketUseCases(ctx: Context) {
  return {
    listBuckets: async (owner: OwnerActor): Promise<ShownBucket[]> => {
      const { items } = await listDeliveryTargets(ctx, owner);
      const page = { limit: deliveriesShown, offset: 0 };
      const lists = items.map(({ id }) => listBucketDeliveries(ctx, owner, id, page));
      const deliveries = await Promise.all(lists);
      return items.map((one, at) => ({ ...one, deliveries: deliveries[at]?.items ?? [] }));
    },
    saveBucket: async (owner: OwnerActor, body: unknown): Promise<void> => {
      await putDeliveryTarget(ctx, owner, parseForm(deliveryTargetBody, body));
    },
    removeBucket: async (owner: OwnerActor, id: string): Promise<void> => {
      await removeDeliveryTarget(ctx, owner, id);
    },
    deliverAgain: async (
      owner: OwnerActor,
      targetId: string,
      purchaseId: string,
    ): Promise<void> => {
      await deliverPurchase(ctx, owner, { targetId, purchaseId });
    },
  };
}
