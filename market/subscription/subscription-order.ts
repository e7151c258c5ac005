/** An order of a plan, for a buyer's request or for an owner's later approval: its facts, checks and rows. */
import type { Database } from "../../db/client.ts";
import type { Offer } from "../../db/queries/purchases/buying.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import {
  findEarlierSubscription,
  insertSubscription,
} from "../../db/queries/subscriptions/subscriptions.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";
import type { PlanInterval } from "../../db/vocabulary/listing.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { Plan } from "../listing/pricing/schemas.ts";
import type { BuyBody } from "../purchase/buy-schemas.ts";
import { type BuyFacts, buyRefusals } from "../purchase/rules.ts";
import { gatherSale } from "../purchase/sale-facts.ts";
import { writePurchase } from "../purchase/write-purchase.ts";
import { throwRefusals } from "../refusal.ts";
import { auditSubscription } from "./notify.ts";
import { periodEnd } from "./rules.ts";

export type SubscribeBody = BuyBody & { plan: PlanInterval };

type Gathered = {
  facts: BuyFacts;
  offer: Offer;
  /** `hasAny`: another subscription of the dataset has no trial days. */
  earlier: Awaited<ReturnType<typeof findEarlierSubscription>>;
};

type SubscriptionOrder = Gathered & { plan: Plan; seller: NonNullable<Offer["seller"]> };

type SubscriptionRequest = {
  buyer: { accountId: string; apiKeyId: string };
  datasetId: string;
  body: SubscribeBody;
};

/** Locks like `gatherSale`. */
export async function gatherSubscription(
  tx: Database,
  ctx: Pick<Context, "now" | "config">,
  { buyer, datasetId, body }: SubscriptionRequest,
): Promise<Gathered> {
  const sale = await gatherSale(tx, ctx, { buyer, datasetId, body });
  const { accountId } = buyer;
  const earlier = await findEarlierSubscription(tx, { accountId, listingId: datasetId });
  return { ...sale, earlier };
}

/** Throws every refusal apart from the owner's approval. */
export function checkSubscription(gathered: Gathered, interval: PlanInterval): SubscriptionOrder {
  const { facts, offer, earlier } = gathered;
  const { listing, seller } = offer;
  const plan = (listing.plans ?? []).find((one) => one.interval === interval);
  const priceCents = plan?.price_cents ?? facts.priceCents;
  // Bytes that the account already has do not matter: a subscription is about later versions.
  const terms = { priceCents, earlier: null, heldFile: null };
  throwRefusals(
    buyRefusals({ ...facts, ...terms, ...(plan ? {} : { expectedPriceCents: undefined }) }),
  );
  if (plan === undefined || seller === null) {
    throw new MarketError("plan_not_offered", `It offers no plan by the ${interval}.`);
  }
  if (earlier.live !== null) throw alreadySubscribed(earlier.live.id);
  return { ...gathered, plan, seller };
}

/** `settleDueAt`: when the clock has to charge the first period, unless its opener already has. */
type Writing = {
  actor: Actor;
  buyer: { accountId: string; apiKeyId: string };
  paymentMethodId: string;
  settleDueAt: Date;
};

/** Writes the subscription and the purchase of its first period as `payment_pending`. */
export async function writeSubscription(
  tx: Database,
  { config }: Pick<Context, "config">,
  { facts, offer, plan, seller, earlier }: SubscriptionOrder,
  { actor, buyer, paymentMethodId, settleDueAt }: Writing,
): Promise<PurchaseRow> {
  const { listing, agentId } = offer;
  const { now, currency } = facts;
  const { interval, price_cents: priceCents, trial_days: trialDays } = plan;
  const acceptance = facts.acceptance?.terms ?? null;
  const anchorDay = now.getUTCDate();
  const periodEndsAt = periodEnd(now, interval, anchorDay);
  const subscription = await insertSubscription(tx, {
    ...buyer,
    listingId: listing.id,
    title: listing.title,
    sellerAgentId: agentId,
    sellerAccountId: seller.accountId,
    interval,
    priceCents,
    currency,
    paymentMethodId,
    periodNumber: 1,
    periodStartsAt: now,
    periodEndsAt,
    anchorDay,
    acceptance,
    trialEndsAt:
      trialDays === 0 || earlier.hasAny ? null : new Date(now.getTime() + trialDays * dayMs),
    createdAt: now,
    updatedAt: now,
  });
  if (subscription === null) throw alreadySubscribed();
  const detail = { interval, price_cents: priceCents };
  const step = { actor, action: "subscription.opened", detail } as const;
  await auditSubscription(tx, subscription, step, now);
  const subscriptionId = subscription.id;
  const purchase = await writePurchase(tx, config, {
    offer,
    actor,
    buyer,
    paymentMethodId,
    priceCents,
    now,
    settleDueAt,
    acceptance,
    period: { subscriptionId, periodNumber: 1, periodStartsAt: now, periodEndsAt },
  });
  if (purchase === null) throw new Error(`the first period of ${subscriptionId} exists already`);
  return purchase;
}

function alreadySubscribed(id?: string): MarketError {
  const which = id === undefined ? "" : ` (${id})`;
  return new MarketError(
    "already_subscribed",
    `The account has a subscription${which} of this dataset, which has not ended.`,
  );
}
