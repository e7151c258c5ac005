import type { Database } from "../../db/client.ts";
import { findChangesBetween } from "../../db/queries/listings/version-changes.ts";
import { lockPurchase, type PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import { readPeriods, type SubscriptionRow } from "../../db/queries/subscriptions/subscriptions.ts";
import type { Config } from "../../platform/config.ts";
import { isDownloadable } from "../catalogue/bought/rules.ts";
import { countChanges } from "../listing/notify-earlier-buyers.ts";
import { movePurchase } from "../purchase/move-purchase.ts";
import { evaluatePeriod, readPeriodOutcome } from "../purchase/settlement/period-outcome.ts";
import { lastLookAt } from "../purchase/settlement/rules.ts";
import { emitSubscriptionEvent, mailSubscriber } from "./notify.ts";

/** A version of a period's last minutes may be noticed after the next period has begun. */
const periodsReadMax = 2;

type Deps = Pick<Config, "ESCROW_DAYS">;

/**
 * Notifies the subscriber of the latest version of each current paid period, once, and lets its
 * money go to the seller after the usual time in escrow. With an acceptance contract the version is
 * evaluated first. The subscription is locked.
 */
export async function deliverVersions(
  tx: Database,
  config: Deps,
  subscription: SubscriptionRow,
  now: Date,
): Promise<void> {
  const periods = await readPeriods(tx, subscription.id, periodsReadMax);
  for (const { id } of periods.reverse()) await deliver(tx, config, { subscription, id, now });
}

async function deliver(
  tx: Database,
  config: Deps,
  { subscription, id, now }: { subscription: SubscriptionRow; id: string; now: Date },
): Promise<void> {
  const purchase = await lockPurchase(tx, id);
  if (purchase === null) return;
  const isEvaluated = purchase.acceptance === "pending" && purchase.state === "in_escrow";
  if (!isEvaluated && !isDownloadable(purchase)) return;
  const outcome = await readPeriodOutcome(tx, config, purchase);
  if (outcome.kind !== "update") return;
  const { latest, releaseDueAt } = outcome;
  if (isEvaluated) {
    await evaluatePeriod(tx, purchase, latest, now);
    return;
  }
  if (latest.version === purchase.deliveredVersion) return;
  const isFirst = purchase.deliveredVersion === null && purchase.state === "in_escrow";
  const times = isFirst ? { releaseDueAt, ...nextLook(purchase, releaseDueAt, now) } : {};
  await movePurchase(tx, purchase, { deliveredVersion: latest.version, ...times }, { now });
  const changes = await findChangesBetween(tx, {
    uploadId: latest.uploadId,
    fromVersion: latest.version - 1,
  });
  const extra = {
    purchase_id: purchase.id,
    dataset_version: latest.version,
    ...countChanges(changes),
  };
  await emitSubscriptionEvent(tx, subscription, { type: "subscription.updated", extra, now });
  const mail = { notice: "updated", mark: latest.version, now } as const;
  await mailSubscriber(tx, subscription.id, mail);
}

/** Moves the last check before the release, but keeps one that is due before, such as a webhook's. */
function nextLook({ settleDueAt }: PurchaseRow, releaseDueAt: Date, now: Date) {
  const lookAt = lastLookAt({ releaseDueAt }, now);
  if (settleDueAt !== null && settleDueAt <= now) return {};
  return { settleDueAt: lookAt };
}
