/** The clock renews, pauses, retries and ends subscriptions whose next step is due. */
import type { Database } from "../../db/client.ts";
import { type KeyWithAccount, lockApiKey } from "../../db/queries/accounts/api-keys.ts";
import { holdCard } from "../../db/queries/accounts/payment-methods.ts";
import { committedCents } from "../../db/queries/journal/committed.ts";
import { findAcceptance } from "../../db/queries/purchases/acceptances.ts";
import { holdOffer, type Offer } from "../../db/queries/purchases/buying.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import {
  findDueSubscriptions,
  findLatestPeriod,
  findSubscription,
  lockSubscription,
  type SubscriptionRow,
  updateSubscription,
} from "../../db/queries/subscriptions/subscriptions.ts";
import {
  cardOfKey,
  keyRefusal,
  scopeRefusal,
  spendingWindows,
  spendRefusals,
} from "../account/rules.ts";
import { isFailedCharge } from "../auction/rules.ts";
import type { Context } from "../context.ts";
import { eachDue } from "../purchase/settlement/each-due.ts";
import { writePurchase } from "../purchase/write-purchase.ts";
import { endSubscription } from "./end-subscription.ts";
import { failCharge } from "./fail-charge.ts";
import { auditSubscription, renewer } from "./notify.ts";
import { type Period, periodToCharge, priceAt, renewalStep } from "./rules.ts";

/**
 * Takes each due step in its own transaction; returns how many. Any number of processes may run it
 * at once: the step is decided again under the lock, and a period has one live purchase at most. The
 * purchase is written here and charged by the clock's settlement.
 */
export async function renewDueSubscriptions(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const due = await findDueSubscriptions(ctx.db, { now: ctx.now(), rowsMax });
  return eachDue(due, (id) => ctx.db.transaction((tx) => renew(tx, ctx, id)));
}

type Locked = {
  subscription: SubscriptionRow;
  last: PurchaseRow | null;
  held: KeyWithAccount;
  offer: Offer | null;
  now: Date;
};

async function renew(tx: Database, ctx: Context, id: string): Promise<boolean> {
  const locked = await lock(tx, ctx, id);
  if (locked === null) return false;
  const { subscription, last, held, offer, now } = locked;
  const step = renewalStep({
    ...subscription,
    isChargeDisputed: last?.chargeback === "open" || last?.chargeback === "lost",
    isKeyLive: isLive(held, now),
    isFailedVersionOnSale: await isFailedVersionOnSale(tx, last, offer),
    listing: saleOf(offer, subscription),
    now,
  });
  if (step.kind === "end") {
    await endSubscription(tx, subscription, { actor: renewer, cause: step.cause, now });
  } else if (step.kind === "pause") {
    const paused = { state: "paused", nextStepAt: null, failures: 0, updatedAt: now } as const;
    await updateSubscription(tx, id, paused);
    await auditSubscription(
      tx,
      subscription,
      { actor: renewer, action: "subscription.paused" },
      now,
    );
  } else if (step.kind === "postpone") {
    await updateSubscription(tx, id, { nextStepAt: step.until, updatedAt: now });
  } else {
    await charge(tx, ctx, locked);
  }
  return true;
}

/** Locks key, listing and subscription, in this order. Null: it is not due any more. */
async function lock(tx: Database, ctx: Context, id: string): Promise<Locked | null> {
  const seen = await findSubscription(tx, id);
  if (seen === null) return null;
  const held = await lockApiKey(tx, seen.apiKeyId);
  const offer = await holdOffer(tx, seen.listingId);
  const subscription = await lockSubscription(tx, id);
  if (held === null || subscription === null) throw new Error(`subscription ${id} lost its key`);
  const now = ctx.now();
  if (subscription.nextStepAt === null || subscription.nextStepAt > now) return null;
  const last = await findLatestPeriod(tx, id);
  return { subscription, last, held, offer, now };
}

/** Whether the version that failed the last period's acceptance contract is still the latest. */
async function isFailedVersionOnSale(
  tx: Database,
  last: PurchaseRow | null,
  offer: Offer | null,
): Promise<boolean> {
  if (last?.acceptance !== "failed" || offer === null) return false;
  const found = await findAcceptance(tx, last.id);
  return found?.version === offer.listing.version;
}

function isLive({ key, account }: KeyWithAccount, now: Date): boolean {
  return keyRefusal(key, account, now) === null && scopeRefusal(key.scopes, ["purchase"]) === null;
}

function saleOf(offer: Offer | null, { interval }: SubscriptionRow) {
  if (offer === null || offer.seller === null) return null;
  const { status, pricingType, priceCents, plans, suspendedBy } = offer.listing;
  const isSold = pricingType === "buy_it_now" && priceCents > 0;
  if (!isSold || (status !== "active" && status !== "suspended")) return null;
  const plan = (plans ?? []).find((one) => one.interval === interval) ?? null;
  return { isSuspended: suspendedBy !== null || offer.seller.isSuspended, plan };
}

/** Opens the period's purchase, or counts a failure if the key or card may not pay it. */
async function charge(tx: Database, ctx: Context, locked: Locked): Promise<void> {
  const { subscription, last, offer, now } = locked;
  if (offer === null) throw new Error(`subscription ${subscription.id} has no offer`);
  const isUnpaid = last !== null && isUnpaidPeriod(subscription, last);
  const period = periodToCharge(subscription, { isUnpaid, now });
  const priceCents = priceAt(subscription, period.startsAt);
  const refusal = await payRefusal(tx, locked, { priceCents, offer });
  if (refusal !== null) {
    await failCharge(tx, subscription, { detail: refusal, now });
    return;
  }
  await open(tx, ctx, { ...locked, offer, period, priceCents });
}

/** Whether the latest charge of the current period failed, so that this period is charged again. */
function isUnpaidPeriod(subscription: SubscriptionRow, last: PurchaseRow): boolean {
  return last.periodNumber === subscription.periodNumber && isFailedCharge(last.state);
}

async function payRefusal(
  tx: Database,
  { subscription, held: { key }, now }: Locked,
  { priceCents, offer }: { priceCents: number; offer: Offer },
): Promise<string | null> {
  const { accountId, listingId, currency } = subscription;
  const cardId = cardOfKey(key, subscription.paymentMethodId);
  if (cardId === null || (await holdCard(tx, accountId, cardId)) === null) {
    return "The card was removed, or the key may not charge it. Choose another card.";
  }
  const windows = spendingWindows(now);
  const spentCents = await committedCents(tx, key, { windows, exceptListingId: listingId });
  const { category } = offer.listing;
  const [refusal] = spendRefusals(key, { priceCents, category, spentCents, currency, now });
  return refusal?.detail ?? null;
}

type Opening = Locked & { offer: Offer; period: Period; priceCents: number };

async function open(tx: Database, ctx: Context, opening: Opening): Promise<void> {
  const { subscription, offer, period, priceCents, now } = opening;
  const { id, accountId, apiKeyId, paymentMethodId } = subscription;
  const purchase = await writePurchase(tx, ctx.config, {
    offer,
    actor: renewer,
    buyer: { accountId, apiKeyId },
    paymentMethodId,
    priceCents,
    now,
    settleDueAt: now,
    acceptance: subscription.acceptance,
    period: {
      subscriptionId: id,
      periodNumber: period.number,
      periodStartsAt: period.startsAt,
      periodEndsAt: period.endsAt,
    },
  });
  if (purchase === null) throw new Error(`period ${period.number} of ${id} is paid already`);
  const isNewPrice = priceCents !== subscription.priceCents;
  const renewed = await updateSubscription(tx, id, {
    periodNumber: period.number,
    periodStartsAt: period.startsAt,
    periodEndsAt: period.endsAt,
    anchorDay: period.anchorDay,
    nextStepAt: null,
    updatedAt: now,
    ...(subscription.state === "paused" ? { state: "active" as const } : {}),
    ...(isNewPrice ? { priceCents, nextPriceCents: null, nextPriceAt: null } : {}),
  });
  const detail = { purchase_id: purchase.id, period: period.number, price_cents: priceCents };
  const step = { actor: renewer, action: "subscription.renewing", detail } as const;
  await auditSubscription(tx, renewed, step, now);
}
