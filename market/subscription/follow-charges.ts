/** The clock follows the charge of a period until it has an outcome. */
import type { Database } from "../../db/client.ts";
import {
  findChargedSubscriptions,
  findLatestPeriod,
  lockSubscription,
  updateSubscription,
} from "../../db/queries/subscriptions/subscriptions.ts";
import { isFailedCharge } from "../auction/rules.ts";
import type { Context } from "../context.ts";
import { eachDue } from "../purchase/settlement/each-due.ts";
import { deliverVersions } from "./deliver-versions.ts";
import { failCharge } from "./fail-charge.ts";
import { auditSubscription, emitSubscriptionEvent, renewer } from "./notify.ts";

/** Returns how many charges had an outcome. Safe to run twice at once. */
export async function followPeriodCharges(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const charged = await findChargedSubscriptions(ctx.db, rowsMax);
  return eachDue(charged, (id) => followPeriodCharge(ctx, id));
}

/** For a first period that was charged while its subscriber waits; the clock would do it later. */
export async function startSubscription(
  ctx: Pick<Context, "db" | "now" | "config">,
  { subscriptionId }: { subscriptionId: string | null },
): Promise<void> {
  if (subscriptionId !== null) await followPeriodCharge(ctx, subscriptionId);
}

/** Starts, continues or fails a subscription by its latest purchase; false: it has no outcome yet. */
function followPeriodCharge(
  ctx: Pick<Context, "db" | "now" | "config">,
  id: string,
): Promise<boolean> {
  return ctx.db.transaction((tx) => follow(tx, ctx, id));
}

async function follow(
  tx: Database,
  { now: clock, config }: Pick<Context, "now" | "config">,
  id: string,
): Promise<boolean> {
  const subscription = await lockSubscription(tx, id);
  if (subscription === null || subscription.nextStepAt !== null) return false;
  // A paused subscription waits for its subscriber, not for a charge.
  if (subscription.state === "ended" || subscription.state === "paused") return false;
  const purchase = await findLatestPeriod(tx, id);
  if (purchase === null || purchase.state === "payment_pending") return false;
  const now = clock();
  if (isFailedCharge(purchase.state)) {
    const detail = purchase.failureDetail ?? "The payment failed.";
    await failCharge(tx, subscription, { detail, now });
    return true;
  }
  const active = await updateSubscription(tx, id, {
    state: "active",
    failures: 0,
    failureDetail: null,
    nextStepAt: subscription.periodEndsAt,
    updatedAt: now,
  });
  if (subscription.state === "pending") {
    const step = { actor: renewer, action: "subscription.started" } as const;
    await auditSubscription(tx, active, step, now);
    const sides = ["buyer", "seller"] as const;
    const event = { type: "subscription.started", sides, extra: {}, now } as const;
    await emitSubscriptionEvent(tx, active, event);
  }
  // A period that was paid late may have had its update already.
  await deliverVersions(tx, config, active, now);
  return true;
}
