import { deliverAgain, findTarget, keepTarget } from "../../db/queries/deliveries/deliveries.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { auditPurchase } from "../purchase/audit-purchase.ts";
import { findPaidDelivery } from "../purchase/delivery/paid-delivery.ts";
import type { BucketDeliveryView } from "./schemas.ts";
import { viewBucketDelivery } from "./views.ts";

/**
 * Delivers an earlier purchase to a bucket, or one again whose delivery has ended.
 * Errors: delivery_target_not_found, purchase_not_found, purchase_not_yours, payment_not_confirmed.
 */
export async function deliverPurchase(
  ctx: Context,
  actor: AccountActor,
  { targetId, purchaseId }: { targetId: string; purchaseId: string },
): Promise<BucketDeliveryView> {
  const key = { accountId: actor.accountId, targetId };
  if ((await findTarget(ctx.db, key)) === null) throw notFound();
  await findPaidDelivery(ctx, actor, purchaseId);
  return ctx.db.transaction(async (tx) => {
    if ((await keepTarget(tx, key)) === null) throw notFound();
    const now = ctx.now();
    const detail = { target_id: targetId };
    const step = { actor, action: "purchase.delivery_asked", detail } as const;
    await auditPurchase(tx, purchaseId, step, now);
    return viewBucketDelivery(await deliverAgain(tx, { targetId, purchaseId, now }));
  });
}

const notFound = () =>
  new MarketError("delivery_target_not_found", "You have no bucket with this id.");
