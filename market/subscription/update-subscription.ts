import type { Database } from "../../db/client.ts";
import { findApiKey } from "../../db/queries/accounts/api-keys.ts";
import { holdCard } from "../../db/queries/accounts/payment-methods.ts";
import { lockPurchase } from "../../db/queries/purchases/purchases.ts";
import {
  findLatestPeriod,
  lockSubscription,
  type SubscriptionChange,
  type SubscriptionRow,
  updateSubscription,
} from "../../db/queries/subscriptions/subscriptions.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { SubscriptionRenewal } from "../../db/vocabulary/subscription.ts";
import { cardOfKey } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { refundToBuyer } from "../purchase/settlement/end-escrow.ts";
import { throwRefusals } from "../refusal.ts";
import { endSubscription } from "./end-subscription.ts";
import { auditSubscription } from "./notify.ts";
import { requireOwnSubscription } from "./own-subscription.ts";
import { changeRefusal, isInTrial, isRetriedNow } from "./rules.ts";
import type { SubscriptionPatch, SubscriptionView } from "./schemas.ts";
import { loadSubscriptionView } from "./subscription-view.ts";

/**
 * Changes the renewal or the card; a repeat changes nothing. Choosing a card tries a failed charge again. Cancelling takes effect with the end of
 * the paid period; in a trial, or if no period is paid, at once.
 * Errors: subscription_not_found, subscription_ended, payment_method_unknown.
 */
export function changeSubscription(
  ctx: Context,
  actor: AccountActor,
  id: string,
  patch: SubscriptionPatch,
): Promise<SubscriptionView> {
  return ctx.db.transaction(async (tx) => {
    const subscription = requireOwnSubscription(await lockSubscription(tx, id), actor);
    throwRefusals([changeRefusal(subscription)]);
    await change(tx, subscription, { actor, patch, now: ctx.now() });
    return loadSubscriptionView({ ...ctx, db: tx }, id);
  });
}

type Change = { actor: AccountActor; patch: SubscriptionPatch; now: Date };

async function change(tx: Database, seen: SubscriptionRow, asked: Change): Promise<void> {
  const { actor, patch, now } = asked;
  const cardId = patch.payment_method_id ?? seen.paymentMethodId;
  const renewal = patch.renewal ?? seen.renewal;
  const isNewCard = cardId !== seen.paymentMethodId;
  if (isNewCard) await requireCard(tx, seen, cardId);
  const isCardChosen = patch.payment_method_id !== undefined;
  const isRetried = isCardChosen && isRetriedNow(seen, { isNewCard, now });
  if (!isNewCard && !isRetried && renewal === seen.renewal) return;
  const columns = { renewal, paymentMethodId: cardId, updatedAt: now };
  const changed = await updateSubscription(tx, seen.id, {
    ...columns,
    ...nextStep(seen, { renewal, isRetried, now }),
  });
  const detail = { renewal, payment_method_changed: isNewCard, retried: isRetried };
  const step = { actor, action: "subscription.changed", detail } as const;
  await auditSubscription(tx, changed, step, now);
  if (renewal === "off" && seen.renewal !== "off") await cancel(tx, changed, { actor, now });
}

/** A charge that failed is tried again, and a paused subscription continues. */
function nextStep(
  { state }: SubscriptionRow,
  { renewal, isRetried, now }: { renewal: SubscriptionRenewal; isRetried: boolean; now: Date },
): SubscriptionChange {
  if (state === "paused" && renewal === "on") return { nextStepAt: now };
  if (isRetried || (state === "past_due" && renewal === "paused")) return { nextStepAt: now };
  return {};
}

/** Errors: payment_method_unknown. */
async function requireCard(tx: Database, row: SubscriptionRow, cardId: string): Promise<void> {
  const key = await findApiKey(tx, row.apiKeyId);
  const allowed = key === null ? null : cardOfKey(key, cardId);
  if (allowed !== null && (await holdCard(tx, row.accountId, allowed)) !== null) return;
  throw new MarketError(
    "payment_method_unknown",
    "The account has no such card, or the subscription's key may not charge it.",
  );
}

/** Ends it at once if nothing is paid for the time to come, or in the trial, with a refund. */
async function cancel(
  tx: Database,
  subscription: SubscriptionRow,
  { actor, now }: { actor: AccountActor; now: Date },
): Promise<void> {
  const { id, state } = subscription;
  const last = await findLatestPeriod(tx, id);
  const isCharging = last?.state === "payment_pending";
  const isUnpaid = state === "past_due" ? !isCharging : last?.state === "refunded";
  if (state === "paused" || isUnpaid) {
    await endSubscription(tx, subscription, { actor, cause: "cancelled", now });
    return;
  }
  if (last === null || isCharging || !isInTrial(subscription, now)) return;
  const purchase = await lockPurchase(tx, last.id);
  if (purchase?.state !== "in_escrow") return;
  await refundToBuyer(tx, purchase, { actor, cause: "trial_cancelled", now });
  await endSubscription(tx, subscription, { actor, cause: "cancelled", now });
}
