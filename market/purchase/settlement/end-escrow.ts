/**
 * The two ends of escrow: release to the seller, or refund to the buyer. Each writes the purchase,
 * ledger, audit row and mails in the caller's transaction; settlement is due at once.
 */
import type { Database } from "../../../db/client.ts";
import { enqueueJob } from "../../../db/queries/journal/journal.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { Actor } from "../../../db/vocabulary/actor.ts";
import type { RefundCause, ReleaseCause } from "../../../db/vocabulary/purchase.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { movePurchase } from "../move-purchase.ts";
import type { PurchaseNotice } from "../notices.ts";

type Ending<Cause> = {
  actor: Actor;
  cause: Cause;
  now: Date;
  /** The administrator's reasons. */
  resolutionDetail?: string;
};

/** Releases the money of a locked purchase, in escrow or disputed, to its seller. */
export async function releaseToSeller(
  tx: Database,
  purchase: PurchaseRow,
  ending: Ending<ReleaseCause>,
): Promise<PurchaseRow> {
  const { actor, cause, now } = ending;
  const released = await movePurchase(
    tx,
    purchase,
    {
      state: "released",
      releasedAt: now,
      releaseCause: cause,
      ...settleNow(now),
      ...resolution(purchase, ending),
    },
    { now, posting: "released" },
  );
  const detail = { from: purchase.state, cause };
  await auditPurchase(tx, purchase.id, { actor, action: "purchase.released", detail }, now);
  await mailPurchase(tx, purchase.id, "released_seller", now);
  if (purchase.state === "disputed") {
    await mailPurchase(tx, purchase.id, "dispute_rejected_buyer", now);
  }
  return released;
}

/** Makes the money of a locked purchase, in escrow or disputed, refundable to its buyer. */
export async function refundToBuyer(
  tx: Database,
  purchase: PurchaseRow,
  ending: Ending<RefundCause>,
): Promise<PurchaseRow> {
  const { actor, cause, now } = ending;
  const refunded = await movePurchase(
    tx,
    purchase,
    {
      state: "refunded",
      refundedAt: now,
      refundCause: cause,
      ...settleNow(now),
      ...resolution(purchase, ending),
    },
    { now, posting: "refund_owed" },
  );
  const detail = { from: purchase.state, cause };
  await auditPurchase(tx, purchase.id, { actor, action: "purchase.refunded", detail }, now);
  await mailPurchase(tx, purchase.id, "refunded_buyer", now);
  await mailPurchase(tx, purchase.id, "refunded_seller", now);
  return refunded;
}

const settleNow = (now: Date) => ({ releaseDueAt: null, settleDueAt: now, settleAttempts: 0 });

function resolution(
  purchase: PurchaseRow,
  { now, resolutionDetail }: Pick<Ending<unknown>, "now" | "resolutionDetail">,
) {
  if (purchase.state !== "disputed") return {};
  return { resolvedAt: now, resolutionDetail: resolutionDetail ?? null };
}

export async function mailPurchase(
  tx: Database,
  purchaseId: string,
  notice: PurchaseNotice,
  now: Date,
): Promise<void> {
  await enqueueJob(tx, "jobs.mail", { template: "purchase", purchase_id: purchaseId, notice }, now);
}
