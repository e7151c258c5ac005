import type { Database } from "../../db/client.ts";
import {
  type SubscriptionRow,
  updateSubscription,
} from "../../db/queries/subscriptions/subscriptions.ts";
import { endSubscription } from "./end-subscription.ts";
import { auditSubscription, emitSubscriptionEvent, mailSubscriber, renewer } from "./notify.ts";
import { retryAt } from "./rules.ts";

/** Counts a failed charge of a locked subscription: it is tried again some days later, or ends. */
export async function failCharge(
  tx: Database,
  subscription: SubscriptionRow,
  { detail, now }: { detail: string; now: Date },
): Promise<void> {
  const { id } = subscription;
  const failures = subscription.failures + 1;
  const nextStepAt = subscription.state === "pending" ? null : retryAt(failures, now);
  if (nextStepAt === null) {
    const failed = { failures, failureDetail: detail };
    const last = await updateSubscription(tx, id, { ...failed, nextStepAt: null });
    await endSubscription(tx, last, { actor: renewer, cause: "unpaid", now });
    return;
  }
  const due = await updateSubscription(tx, id, {
    state: "past_due",
    failures,
    failureDetail: detail,
    nextStepAt,
    updatedAt: now,
  });
  const facts = { failures, next_try_at: nextStepAt.toISOString() };
  const step = { actor: renewer, action: "subscription.past_due", detail: facts } as const;
  await auditSubscription(tx, due, step, now);
  await emitSubscriptionEvent(tx, due, { type: "subscription.past_due", extra: facts, now });
  const mark = due.periodNumber * 10 + failures;
  await mailSubscriber(tx, id, { notice: "past_due", mark, now });
}
