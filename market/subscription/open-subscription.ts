import type { Database } from "../../db/client.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import {
  findEarlierSubscription,
  insertSubscription,
} from "../../db/queries/subscriptions/subscriptions.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import type { PlanInterval } from "../../db/vocabulary/listing.ts";
import { dayMs } from "../../platform/time.ts";
import { confirmationRefusal } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { SETTLE_LEASE_SECONDS } from "../limits.ts";
import type { BuyBody } from "../purchase/buy-schemas.ts";
import { buyRefusals } from "../purchase/rules.ts";
import { gatherSale } from "../purchase/sale-facts.ts";
import { writePurchase } from "../purchase/write-purchase.ts";
import { throwRefusals } from "../refusal.ts";
import { auditSubscription } from "./notify.ts";
import { periodEnd } from "./rules.ts";

type SubscribeBody = BuyBody & { plan: PlanInterval };

/**
 * Subscribes to a plan: writes the subscription and the purchase of its first period, which
 * `settlePayment` charges, or the clock if the caller dies.
 * Errors: dataset_not_found, plan_not_offered, already_subscribed, confirmation_needed, and those of
 * `buyRefusals`.
 */
export function openSubscription(
  ctx: Context,
  operator: OperatorActor,
  datasetId: string,
  body: SubscribeBody,
): Promise<PurchaseRow> {
  return ctx.db.transaction((tx) => open(tx, ctx, operator, { datasetId, body }));
}

async function open(
  tx: Database,
  ctx: Context,
  operator: OperatorActor,
  { datasetId, body }: { datasetId: string; body: SubscribeBody },
): Promise<PurchaseRow> {
  const { accountId, apiKeyId } = operator;
  const buyer = { accountId, apiKeyId };
  const { facts, offer } = await gatherSale(tx, ctx, { buyer, datasetId, body });
  const { listing, agentId, seller } = offer;
  const { now, key } = facts;
  const plan = (listing.plans ?? []).find(({ interval }) => interval === body.plan);
  const priceCents = plan?.price_cents ?? facts.priceCents;
  // Bytes that the account already has do not matter: a subscription is about later versions.
  const terms = { priceCents, earlier: null, heldFile: null };
  throwRefusals(
    buyRefusals({ ...facts, ...terms, ...(plan ? {} : { expectedPriceCents: undefined }) }),
  );
  if (plan === undefined || seller === null) {
    throw new MarketError("plan_not_offered", `It offers no plan by the ${body.plan}.`);
  }
  throwRefusals([confirmationRefusal(key, { amountCents: priceCents, currency: facts.currency })]);
  const { live, hasAny } = await findEarlierSubscription(tx, { accountId, listingId: datasetId });
  if (live !== null) throw alreadySubscribed(live.id);
  const acceptance = facts.acceptance?.terms ?? null;
  const anchorDay = now.getUTCDate();
  const periodEndsAt = periodEnd(now, plan.interval, anchorDay);
  const subscription = await insertSubscription(tx, {
    ...buyer,
    listingId: datasetId,
    title: listing.title,
    sellerAgentId: agentId,
    sellerAccountId: seller.accountId,
    interval: plan.interval,
    priceCents,
    currency: facts.currency,
    paymentMethodId: body.payment_method_id,
    periodNumber: 1,
    periodStartsAt: now,
    periodEndsAt,
    anchorDay,
    acceptance,
    trialEndsAt:
      plan.trial_days === 0 || hasAny ? null : new Date(now.getTime() + plan.trial_days * dayMs),
    createdAt: now,
    updatedAt: now,
  });
  if (subscription === null) throw alreadySubscribed();
  const detail = { interval: plan.interval, price_cents: priceCents };
  const step = { actor: operator, action: "subscription.opened", detail } as const;
  await auditSubscription(tx, subscription, step, now);
  const purchase = await writePurchase(tx, ctx.config, {
    offer,
    actor: operator,
    buyer,
    paymentMethodId: body.payment_method_id,
    priceCents,
    now,
    settleDueAt: new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000),
    acceptance,
    period: {
      subscriptionId: subscription.id,
      periodNumber: 1,
      periodStartsAt: now,
      periodEndsAt,
    },
  });
  if (purchase === null) throw new Error(`the first period of ${subscription.id} exists already`);
  return purchase;
}

function alreadySubscribed(id?: string): MarketError {
  const which = id === undefined ? "" : ` (${id})`;
  return new MarketError(
    "already_subscribed",
    `The account has a subscription${which} of this dataset, which has not ended.`,
  );
}
