import type { Database } from "../../db/client.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { needsOwner } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { SETTLE_LEASE_SECONDS } from "../limits.ts";
import { keepWaiting, type OpenedPurchase } from "../purchase/waiting/keep-waiting.ts";
import { wishOf } from "../purchase/waiting/wish.ts";
import {
  checkSubscription,
  gatherSubscription,
  type SubscribeBody,
  writeSubscription,
} from "./subscription-order.ts";

/**
 * Subscribes to a plan: writes the subscription and the purchase of its first period, which
 * `settlePayment` charges, or the clock if the caller dies. Above the key's `confirm_above_cents` it waits for
 * the owner's approval instead.
 * Errors: dataset_not_found, plan_not_offered, already_subscribed, limit_reached (waiting purchases), and
 * those of `buyRefusals`.
 */
export function openSubscription(
  ctx: Context,
  operator: OperatorActor,
  datasetId: string,
  body: SubscribeBody,
): Promise<OpenedPurchase> {
  return ctx.db.transaction((tx) => open(tx, ctx, operator, { datasetId, body }));
}

async function open(
  tx: Database,
  ctx: Context,
  operator: OperatorActor,
  { datasetId, body }: { datasetId: string; body: SubscribeBody },
): Promise<OpenedPurchase> {
  const { accountId, apiKeyId } = operator;
  const buyer = { accountId, apiKeyId };
  const gathered = await gatherSubscription(tx, ctx, { buyer, datasetId, body });
  const order = checkSubscription(gathered, body.plan);
  const { facts, offer, plan } = order;
  const { now } = facts;
  const { price_cents: priceCents, interval } = plan;
  if (needsOwner(facts.key, priceCents)) {
    const terms = wishOf({ facts, offer, body, priceCents, plan: interval });
    const { title } = offer.listing;
    return { kind: "waiting", waiting: await keepWaiting(tx, { operator, terms, title, now }) };
  }
  const purchase = await writeSubscription(tx, ctx, order, {
    actor: operator,
    buyer,
    paymentMethodId: body.payment_method_id,
    settleDueAt: new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000),
  });
  return { kind: "purchase", purchase };
}
