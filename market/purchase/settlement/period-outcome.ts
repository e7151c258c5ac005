/** Whether a subscription's period had the update that its seller promised. */
import type { Database } from "../../../db/client.ts";
import { findAcceptance, updateAcceptance } from "../../../db/queries/purchases/acceptances.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import {
  findSubscription,
  type PeriodVersion,
  readPeriodVersions,
} from "../../../db/queries/subscriptions/subscriptions.ts";
import type { Config } from "../../../platform/config.ts";
import { dayMs } from "../../../platform/time.ts";

export type PeriodOutcome =
  /** It is no subscription's period. */
  | { kind: "single" }
  | { kind: "no_update" }
  /** The buyer has until `releaseDueAt` to dispute the first update. */
  | { kind: "update"; first: PeriodVersion; latest: PeriodVersion; releaseDueAt: Date };

/** A seller may publish daily; the first and the latest matter. */
const versionsReadMax = 400;

export async function readPeriodOutcome(
  tx: Database,
  config: Pick<Config, "ESCROW_DAYS">,
  purchase: PurchaseRow,
): Promise<PeriodOutcome> {
  const { subscriptionId, paidAt } = purchase;
  if (subscriptionId === null) return { kind: "single" };
  const versions = await readPeriodVersions(tx, purchase, versionsReadMax);
  const [first] = versions;
  const latest = versions.at(-1);
  if (first === undefined || latest === undefined) return { kind: "no_update" };
  const subscription = await findSubscription(tx, subscriptionId);
  const trialEndsAt = purchase.periodNumber === 1 ? (subscription?.trialEndsAt ?? null) : null;
  const releaseDueAt = releaseAfterUpdate({ ...first, paidAt, trialEndsAt }, config.ESCROW_DAYS);
  return { kind: "update", first, latest, releaseDueAt };
}

/** A period is paid late if its first charge was declined; a trial can be cancelled until its end. */
function releaseAfterUpdate(
  of: { publishedAt: Date; paidAt: Date | null; trialEndsAt: Date | null },
  escrowDays: number,
): Date {
  const from = Math.max(of.publishedAt.getTime(), of.paidAt?.getTime() ?? 0);
  return new Date(Math.max(from + escrowDays * dayMs, of.trialEndsAt?.getTime() ?? 0));
}

/** Makes the evaluation of a pending period's version due. The purchase is locked. */
export async function evaluatePeriod(
  tx: Database,
  { id, paidAt }: PurchaseRow,
  { uploadId, version, publishedAt }: PeriodVersion,
  now: Date,
): Promise<void> {
  const row = await findAcceptance(tx, id);
  if (row === null || row.version === version) return;
  const asOf = paidAt !== null && paidAt > publishedAt ? paidAt : publishedAt;
  await updateAcceptance(tx, id, { uploadId, version, asOf, dueAt: now, attempts: 0 });
}
